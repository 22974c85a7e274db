/* Shapes of the API, as docs/openapi.json describes them. For the type checker only. */
export interface Colour { name: string; letter: string; fill: string; ink: string }
export interface HarmonyTile { place: string; colour: number; moves: number }
export interface HarmonyBoard {
    rows: number; columns: number; swaps_left: number; colours: Colour[]; tiles: HarmonyTile[][];
}
export interface Clue { length: number; colour: number; done: boolean }
export interface NonogramBoard {
    width: number; height: number; title: string | null; author: string | null;
    colours: { letter: string; name: string; fill: string }[];
    rows: Clue[][]; columns: Clue[][]; cells: string[];
}
export interface HanoiBoard {
    pegs: number; discs: number; stacks: number[][]; goal: number[][]; labels: number[];
    arcs: string[]; complete: boolean; regular: boolean;
}
export interface FlowsLine { ports: [number, number]; seats: number[] }
export interface FlowsTile { type: number; rotation: number; lines: FlowsLine[] }
export interface FlowsHex { row: number; col: number; name: string; tile: FlowsTile | null }
export interface FlowsPlayer {
    seat: number; edge: number; goal: number; team: number[]; colour: string; resigned: boolean;
}
export interface FlowsHand { type: number; carried: boolean; map: string[]; orientations: string[] }
export interface FlowsBoard {
    radius: number; hexes: FlowsHex[]; players: FlowsPlayer[]; left: number[]; turn: number;
    edge: number; legality: string; supermove: string; anyone: boolean; outcome: string;
    winners: number[]; types: [number, number][][]; hand: FlowsHand | null;
}
export interface Seat { seat: number; kind: "person" | "open" | "engine"; name: string | null; level: string | null; you: boolean }
export interface Game {
    id: string; puzzle: string; version: number; created: string; updated: string; position: string;
    moves: string[]; start_moves: number; can_undo: boolean; can_redo: boolean; undone: number;
    solved: boolean; ending: string | null; legal: string[] | null; seats: Seat[]; turn: number | null;
    viewer: { seats: number[]; owner: boolean; to_move: boolean };
    invite: string | null; rematch: string | null; thinking: boolean; board: any; svg?: string;
}
export interface Draft { puzzle: string; text: string }
export interface Result {
    status: string; text: string; brief?: string; moves?: string[]; complete?: boolean;
    fields: Record<string, any>; cells?: string[]; game?: Game; draft?: Draft; seconds: number; nodes: number;
}
export interface Job {
    id: string; kind: string; game: string | null; version: number | null; state: string;
    progress: { seconds: number; nodes: number; fraction: number | null; note: string; before: number };
    result: Result | null; error: { error: Failure } | null; film?: Film;
}
/* The robot of Hanoi. */
export interface Rig {
    machine: { low: number[]; high: number[]; tower_x: number[]; travel_y: number; floor_y: number; ring_height: number };
    weights: number[][]; faults: { name: string; help: string }[]; fault_step: number;
}
export interface Frame {
    ms: number; x: number; y: number; grip: "open" | "closed"; towers: number[][]; held: number[]; off: number[];
    askew: number[]; other: number[]; grams: number[];
    believed: { towers: number[][]; unsure: number[]; hand: "empty" | "holds" | "maybe"; held: number | null };
    left: number | null; step: { number: number; what: string; tower: number | null; disc: number | null };
    said: { event: string; text: string } | null;
}
export interface Film { since: number; count: number; frames: Frame[] }
export interface Refusal { kind: string; seats: number[]; wall: number[]; gaps: number[] }
export interface Failure {
    code: string; message: string; version?: number; count?: number; move?: string; number?: number;
    refusal?: Refusal; line?: number; column?: number; excerpt?: string; field?: string;
}
export interface Option {
    name: string; label: string; kind: string; choices?: string[]; initial: string | null; low?: number; high?: number; help: string;
}
export interface Puzzle {
    name: string; title: string; summary: string; moves: string; can: string[];
    formats: { name: string; extension: string; summary: string }[];
    samples: { name: string; text: string }[]; levels: string[]; options: Record<string, Option[]>;
}
/** The outcome for the seats of this browser; over: it only watched. */
export type Outcome = "won" | "lost" | "tied" | "over";
/* What a board module offers to the page around it. */
export interface Where { words: string; look: string[]; marks: string[] }
export interface BoardView {
    element: HTMLElement;
    aside?: HTMLElement | null;
    /** The keys of this board and what they do, for a player or a spectator. */
    keys(player: boolean): [string, string][];
    update(board: any, game: Game, how: { move?: string; preview?: boolean; delay?: number }): void;
    mark(marks: { look?: string[]; marks?: string[]; wrong?: string[] }): void;
    focus(): void;
    where(result: Result): Where;
    status(game: Game): string;
    /** The outcome of a finished game; a board without this method was solved. */
    outcome?(game: Game): Outcome;
    close?(): void;
}
