/* Every line of a nonogram's grid is drawn: counted in pictures of the page, pixel by pixel. */
import assert from "node:assert/strict";
import test from "node:test";
import { person, startBrowser, until } from "./lib.mjs";
import { readPng } from "./png.mjs";
import { browser, server } from "./stage.mjs";

const SCREENS = {
    phone: { width: 390, height: 844, mobile: true }, small: { width: 1280, height: 800 },
    middle: { width: 1440, height: 900 }, large: { width: 1920, height: 1080 },
};
const THIN = "thin", THICK = "thick";

/** A board with no cell filled, and lines that have a few clues. */
function board(columns, rows, coloured = false) {
    const clues = (count, other) => Array.from({ length: count }, () => (other > 4 ? (coloured ? "1k,1r" : "1,2") : coloured ? "1k" : "1")).join("\n");
    const colours = coloured ? 'color k #000000\ncolor r #d62728 "red"\n' : "";
    return `${colours}width ${columns}\nheight ${rows}\nrows\n${clues(rows, columns)}\ncolumns\n${clues(columns, rows)}\n`;
}

/** A page whose window can be changed, with a way to open boards quickly. Where a CSS pixel is no whole number of device
 * pixels it needs a browser of its own: one that only pretends to such a screen rounds to CSS pixels and blurs. */
async function screen(ratio = 1) {
    const whole = Number.isInteger(ratio);
    const own = whole ? null : await startBrowser(`--force-device-scale-factor=${ratio}`);
    const page = await person(own ?? browser, server, { colorScheme: "light", ...(whole ? {} : { viewport: null }) });
    await page.goto(server.url);
    await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".clue { visibility: hidden }");
        document.adoptedStyleSheets = [sheet];
    });
    const session = await page.context().newCDPSession(page);
    const drawn = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const resize = async ({ width, height, mobile = false }, now) => {
        if (whole) return session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: now, mobile });
        const { windowId } = await session.send("Browser.getWindowForTarget");
        await session.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
        await until(() => page.evaluate((wanted) => Math.abs(innerWidth - wanted) < 10, width), "the window has its size");
    };
    return {
        page, drawn,
        async open(text) {
            const { data } = await server.ask("POST", "games", { text });
            await page.goto(`${server.url}#/game/${data.game.id}?key=${data.token}`);
            await page.locator(`.game[data-game="${data.game.id}"] .nonogram`).waitFor();
            await drawn();
        },
        async set(sides, now = ratio, shown = true) {
            await resize(sides, now);
            if (!shown) return;
            /* The page hears of another pixel ratio when the browser gets round to it. */
            await page.waitForFunction((wanted) => {
                const lines = document.querySelector(".grid-lines");
                return devicePixelRatio === wanted && lines !== null && Math.abs(lines.viewBox.baseVal.width - parseFloat(lines.style.width) * wanted) < 0.01;
            }, Math.fround(now));
            await drawn();
        },
        /** A strip of the page as it is on the screen. It begins at a whole device pixel: the browser would blur it else. */
        async picture({ x, y, width, height }) {
            const left = Math.floor(x / 20) * 20, top = Math.floor(y / 20) * 20;
            const clip = { x: left, y: top, width: Math.ceil(x + width - left), height: Math.ceil(y + height - top), scale: 1 };
            const { data } = await session.send("Page.captureScreenshot", { format: "png", clip, optimizeForSpeed: true });
            const picture = readPng(Buffer.from(data, "base64")), density = await page.evaluate(() => devicePixelRatio);
            const [right, down] = [Math.round((x - left) * density), Math.round((y - top) * density)];
            return { width: picture.width - right, height: picture.height - down, at: (column, row) => picture.at(column + right, row + down) };
        },
        async close() {
            assert.deepEqual(page.faults, []);
            await page.context().close();
            await own?.close();
        },
    };
}

/** Where the cells are that can be seen whole: the strips through the middle of one row and one column of them. */
function visible(page) {
    return page.evaluate(() => {
        const box = document.querySelector(".nonogram-scroll").getBoundingClientRect();
        const seen = { left: Math.max(0, box.left), top: Math.max(0, box.top), right: Math.min(innerWidth, box.right) - 8, bottom: Math.min(innerHeight, box.bottom) - 8 };
        const cells = [...document.querySelectorAll(".nonogram .cell")].map((cell) => ({ at: cell.dataset.at.split(",").map(Number), box: cell.getBoundingClientRect() }))
            .filter((cell) => cell.box.left >= seen.left && cell.box.right <= seen.right && cell.box.top >= seen.top && cell.box.bottom <= seen.bottom);
        const first = cells[0].box, last = cells.at(-1), style = getComputedStyle(document.querySelector(".grid-lines") ?? document.querySelector(".nonogram"));
        const named = (name) => style.getPropertyValue(name).trim().toLowerCase();
        return {
            columns: last.at[1] + 1, rows: last.at[0] + 1, ratio: devicePixelRatio,
            colours: { thin: named("--grid"), thick: named("--strong-rule") },
            across: { x: first.left - 4, y: first.top + first.height * 0.6, width: last.box.right - first.left + 8, height: 1 },
            down: { x: first.left + first.width * 0.6, y: first.top - 4, width: 1, height: last.box.bottom - first.top + 8 },
        };
    });
}

/** The colours along a strip, as runs: [colour, pixels]. */
function runs(colours) {
    const found = [];
    for (const colour of colours) {
        if (found.at(-1)?.[0] === colour) found.at(-1)[1]++;
        else found.push([colour, 1]);
    }
    return found;
}

/** The lines in a strip are those around the first cells of a line, and nothing else. Gives the widths. */
function checkStrip(colours, shown, count, kinds, what) {
    const names = Object.fromEntries(Object.entries(kinds).map(([name, colour]) => [colour, name]));
    const seen = runs(colours).map(([colour, many]) => ({ colour, many, kind: names[colour] ?? "cell" }));
    const wanted = [THICK];
    for (let cell = 1; cell <= shown; cell++) wanted.push("cell", cell === count || cell % 5 === 0 ? THICK : THIN);
    /* The strip begins with something of what is beside the board. */
    const found = seen.slice(seen.findIndex((run) => run.kind === THICK)).slice(0, wanted.length);
    const told = () => seen.map((run) => `${names[run.colour] ?? run.colour}*${run.many}`).join(" ");
    assert.deepEqual(found.map((run) => run.kind), wanted, `${what}: lines are missing or are not what they should be: ${told()}`);
    const widths = (kind) => new Set(found.filter((run) => run.kind === kind).map((run) => run.many));
    for (const kind of [THIN, THICK, "cell"]) assert.equal(widths(kind).size, 1, `${what}: not all of one kind (${kind}) have the same width: ${told()}`);
    assert.equal(new Set(found.filter((run) => run.kind === "cell").map((run) => run.colour)).size, 1, `${what}: all cells look the same: ${told()}`);
    return { thin: [...widths(THIN)][0], thick: [...widths(THICK)][0], cell: [...widths("cell")][0] };
}

/** Counts the lines of the board that is shown. */
async function checkLines(view, size, what) {
    const seen = await visible(view.page);
    const across = await view.picture(seen.across), down = await view.picture(seen.down);
    const row = Array.from({ length: across.width }, (_, x) => across.at(x, 0)), column = Array.from({ length: down.height }, (_, y) => down.at(0, y));
    const one = checkStrip(row, seen.columns, size[0], seen.colours, `${what}, across`);
    const other = checkStrip(column, seen.rows, size[1], seen.colours, `${what}, down`);
    assert.deepEqual(one, other, `${what}: the same across and down`);
    assert.ok(one.thick > one.thin && one.thin === Math.max(1, Math.round(seen.ratio)), `${what}: every fifth line is heavier: ${JSON.stringify(one)}`);
    return one;
}

/** Makes the cells of a board of 15 by 15 larger, step by step. */
async function enlarge(view, what, steps) {
    let before = await checkLines(view, [15, 15], what);
    for (let step = 1; step <= steps; step++) {
        await view.page.getByRole("button", { name: "Larger cells" }).click();
        await view.drawn();
        const now = await checkLines(view, [15, 15], `${what}, larger ${step} times`);
        assert.ok(step === 7 || now.cell > before.cell, "the cells grow");
        before = now;
    }
}

test("every line of the grid is drawn, on every screen and at every pixel ratio", async () => {
    for (const ratios of [[1, 2, 3], [1.25], [1.5]]) {
        const view = await screen(ratios[0]);
        for (const size of [10, 15, 20]) {
            await view.open(board(size, size));
            /* In this order the window changes each time, which a browser that only pretends needs to tell the page. */
            for (const ratio of ratios) {
                for (const [name, sides] of Object.entries(SCREENS)) {
                    if (sides.mobile && ratio < 2) continue;
                    await view.set(sides, ratio);
                    await checkLines(view, [size, size], `${size} x ${size} on ${name}, ratio ${ratio}`);
                }
            }
        }
        await view.open(board(15, 15, true));
        await enlarge(view, `coloured, ratio ${ratios[0]}`, 2);
        await view.close();
    }
});

test("every line of the grid is drawn, at every size from 5 to 50", async () => {
    const view = await screen(), screens = Object.values(SCREENS);
    for (let size = 5; size <= 50; size++) {
        /* Wide boards and high ones in turn: square ones are looked at above. */
        const shape = size % 2 ? [size, 6 + (size % 5)] : [6 + (size % 5), size];
        await view.open(board(...shape));
        await view.set(screens[size % screens.length], 1 + (size % 3));
        await checkLines(view, shape, shape.join(" x "));
    }
    await view.close();
});

test("every line of the grid is drawn however large the cells are made, and in colours", async () => {
    const view = await screen();
    await view.set(SCREENS.small, 1, false);
    for (const coloured of [false, true]) {
        await view.open(board(15, 15, coloured));
        await enlarge(view, coloured ? "coloured" : "black", 7);
    }
    await view.close();
});

test("every line of the grid is drawn at the browser's own zooms", async () => {
    /* They make a CSS pixel larger or smaller, as another screen does. */
    for (const zoom of [0.5, 0.9, 1.1]) {
        const view = await screen(zoom);
        await view.open(board(20, 20));
        await view.set({ width: Math.round(1440 / zoom), height: Math.round(900 / zoom) });
        await checkLines(view, [20, 20], `zoom ${zoom}`);
        await view.close();
    }
});

test("a solved picture has no seams: the lines go, and the cells meet", async () => {
    const view = await screen();
    for (const [ratio, sides] of [[1, SCREENS.small], [2, SCREENS.middle]]) {
        const { data } = await server.ask("POST", "games", { text: "##########\n".repeat(10) });
        const moves = Array.from({ length: 100 }, (_, at) => `R${Math.floor(at / 10) + 1}C${(at % 10) + 1}=#`);
        await server.ask("POST", `games/${data.game.id}/moves`, { version: 0, moves }, data.token);
        await view.page.goto(`${server.url}#/game/${data.game.id}`);
        await view.page.locator(`.game[data-game="${data.game.id}"] .nonogram.solved`).waitFor();
        await view.set(sides, ratio);
        const seen = await visible(view.page);
        for (const [clip, along] of [[seen.across, "width"], [seen.down, "height"]]) {
            const strip = await view.picture(clip);
            const colours = Array.from({ length: strip[along] }, (_, at) => (along === "width" ? strip.at(at, 0) : strip.at(0, at)));
            assert.deepEqual(runs(colours).filter(([colour, many]) => colour < "#888888" || many > 20).map(([colour]) => colour), ["#23272f"], `one dark run at ratio ${ratio}: ${JSON.stringify(runs(colours))}`);
        }
    }
    await view.close();
});
