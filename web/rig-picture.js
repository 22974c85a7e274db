/* The drawing of the robot: rail, arm, gripper, pegs with their discs, and the scales below them. */
import { fill, s } from "./dom.js";
import { HUES } from "./hanoi.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Rig} Rig */

/** Units of the drawing are millimetres. The rail is at the top; below the floor there are the scales. */
const LEFT = -44, WIDTH = 300, RAIL = 14, FLOOR = 180, HEIGHT = 216;
const HIGHEST = 178;

/** @param {number} micrometres */
const mm = (micrometres) => micrometres / 1000;

export class Picture {
    /** @param {Rig} rig @param {number} discs @param {(number | string)[]} labels */
    constructor(rig, discs, labels) {
        this.machine = rig.machine;
        this.discs = discs;
        this.labels = labels;
        this.weights = rig.weights[discs - 1];
        this.towers = this.machine.tower_x.map(mm);
        this.scales = this.towers.map(() => s("text", { class: "reading", y: FLOOR + 15 }));
        this.extra = this.towers.map((x) => this.buildExtra(x));
        this.shapes = Array.from({ length: discs }, (_, at) => this.buildDisc(at + 1));
        this.arm = s("g", { class: "arm" });
        this.bar = s("rect", { class: "bar", x: -3, y: 0, width: 6 });
        this.bridge = s("rect", { class: "jaw", height: 4, rx: 1 });
        this.left = s("path", { class: "jaw" });
        this.right = s("path", { class: "jaw" });
        this.word = s("text", { class: "grip-word", y: -3 });
        fill(this.arm, s("rect", { class: "carriage", x: -13, y: RAIL - 6, width: 26, height: 12, rx: 3 }), this.bar, this.bridge, this.left, this.right);
        this.beside = s("text", { class: "beside", x: 19, y: HEIGHT - 4 });
        this.element = s("svg", { class: "rig-picture", viewBox: `${LEFT} -12 ${WIDTH - LEFT} ${HEIGHT + 12}`, role: "img", "aria-label": "The robot" },
            s("rect", { class: "rail", x: LEFT, y: RAIL - 2, width: WIDTH - LEFT, height: 4 }),
            ...this.towers.flatMap((x, at) => this.buildTower(x, at)), ...this.extra.map((one) => one.group),
            ...this.shapes, this.arm, this.word, this.beside);
    }

    /** @param {number} x @param {number} at */
    buildTower(x, at) {
        const top = this.level(this.discs) - 4;
        const reading = this.scales[at];
        reading.setAttribute("x", String(x));
        return [
            s("rect", { class: "post", x: x - 2, y: top, width: 4, height: FLOOR - top }),
            s("rect", { class: "scale", x: x - 41, y: FLOOR, width: 82, height: 20, rx: 3 }), reading,
            s("text", { class: "peg-name", x: x - 38, y: FLOOR + 14, text: String(at) }),
        ];
    }

    /** The mark for a weight that is not a disc: an object, or a hand. @param {number} x */
    buildExtra(x) {
        const text = s("text", { x, y: 0, text: "!" });
        const group = s("g", { class: "strange", visibility: "hidden" }, s("rect", { x: x - 9, y: -9, width: 18, height: 11, rx: 2 }), text);
        return { group };
    }

    /** @param {number} disc */
    width(disc) {
        return this.discs > 1 ? 34 + 44 * (disc - 1) / (this.discs - 1) : 60;
    }

    /** @param {number} disc */
    buildDisc(disc) {
        const width = this.width(disc), high = mm(this.machine.ring_height) - 1;
        const element = s("g", { class: "rig-disc", "data-disc": disc },
            s("rect", { x: -width / 2, y: -high / 2, width, height: high, rx: 4 }),
            s("text", { y: 3.5, text: String(this.labels[disc - 1] ?? disc) }));
        element.style.setProperty("--fill", HUES[(disc - 1) % HUES.length]);
        return element;
    }

    /** The height at which a place of a tower is drawn. @param {number} place */
    level(place) {
        return this.high(mm(this.machine.floor_y + place * this.machine.ring_height));
    }

    /** @param {number} height */
    high(height) {
        return HIGHEST - height + mm(this.machine.floor_y) - 4;
    }

    /** @param {number} disc @param {number} x @param {number} y @param {boolean} askew */
    place(disc, x, y, askew) {
        this.shapes[disc - 1].setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})${askew ? " rotate(7)" : ""}`);
        this.shapes[disc - 1].removeAttribute("visibility");
    }

    /** The arm may be on its way to the next frame, so its place is given apart.
     * @param {Frame} frame @param {number} x @param {number} y Micrometres.
     */
    draw(frame, x, y) {
        const across = mm(x), down = this.high(mm(y));
        frame.towers.forEach((stack, tower) => stack.forEach((disc, place) => this.place(disc, this.towers[tower], this.level(place), frame.askew.includes(disc))));
        const held = [...frame.held].sort((a, b) => b - a);
        held.forEach((disc, place) => this.place(disc, across, down - place * mm(this.machine.ring_height), false));
        for (const disc of frame.off) this.shapes[disc - 1].setAttribute("visibility", "hidden");
        this.drawArm(frame, across, down, held[0] ?? 0);
        frame.grams.forEach((grams, tower) => { this.scales[tower].textContent = `${grams.toFixed(1)} g`; });
        frame.other.forEach((grams, tower) => {
            const group = this.extra[tower].group;
            group.setAttribute("visibility", grams > 0 ? "visible" : "hidden");
            group.setAttribute("transform", `translate(0 ${this.level(frame.towers[tower].length) + 4})`);
        });
        this.beside.textContent = frame.off.length ? `\u2717 on no peg: disc ${frame.off.map((disc) => this.labels[disc - 1]).join(", ")}` : "";
    }

    /** @param {Frame} frame @param {number} x @param {number} y @param {number} held */
    drawArm(frame, x, y, held) {
        const closed = frame.grip === "closed";
        const half = held ? this.width(held) / 2 + 1 : closed ? 9 : this.width(this.discs) / 2 + 4;
        const top = y - (held ? mm(this.machine.ring_height) * frame.held.length : 12);
        this.arm.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
        this.bar.setAttribute("height", String(Math.max(4, top + 2)));
        this.bridge.setAttribute("x", String(-half - 3));
        this.bridge.setAttribute("width", String(2 * half + 6));
        this.bridge.setAttribute("y", String(top));
        this.left.setAttribute("d", `M${-half - 3} ${top}h3v${y - top + 5}h-3z`);
        this.right.setAttribute("d", `M${half} ${top}h3v${y - top + 5}h-3z`);
        this.word.setAttribute("x", String(x));
        this.word.textContent = closed ? (held ? "holds" : "closed") : "open";
    }
}
