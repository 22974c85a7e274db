/* Runs all tests of the page, several files at a time, with one server and one browser for all, and prints TAP.
 *   usage: node run.mjs [PART_OF_A_TITLE]
 * QUANDARY_JOBS is how many files run at once (3 if not set: tests wait as much as they work). */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { browserOptions, chromium, Server } from "./lib.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const part = process.argv[2] ?? "";
const jobs = Number(process.env.QUANDARY_JOBS ?? 3);
/** The longest first, so that none of them is left over at the end. */
const LONG = ["lines", "features", "flows", "formats", "pages", "robust", "room"];

/** The files, and those alone that can have such a title; a title may be put together from parts, so all of them if none has it. */
function chosenFiles() {
    const rank = (file) => (LONG.indexOf(file.split(".")[0]) + LONG.length + 1) % (LONG.length + 1);
    const all = fs.readdirSync(here).filter((file) => file.endsWith(".test.mjs")).sort((one, other) => rank(one) - rank(other));
    const fit = all.filter((file) => fs.readFileSync(path.join(here, file), "utf8").includes(part));
    return fit.length ? fit : all;
}

/** One file's tests: its results as they come, each with the lines that explain it. */
function runFile(file, stage, told) {
    const pattern = part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const child = spawn(process.execPath, ["--test-reporter=tap", ...(part ? [`--test-name-pattern=${pattern}`] : []), path.join(here, file)],
        { cwd: here, env: { ...process.env, QUANDARY_STAGE: JSON.stringify(stage) }, stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    child.on("close", () => children.delete(child));
    let text = "";
    child.stdout.on("data", (data) => { text += data; });
    return new Promise((resolve) => child.on("close", (code) => {
        const results = text.split(/^(?=(?:not )?ok )/m).filter((one) => /^(not )?ok /.test(one));
        for (const one of results) if (!/# SKIP/.test(one.split("\n")[0])) told(one, file);
        if (code && !results.some((one) => one.startsWith("not ok"))) told(`not ok 0 - ${file} ended with ${code}\n${text.split("\n").slice(-20).join("\n")}`, file);
        resolve();
    }));
}

let count = 0, failed = 0;
/** Who must not be left behind if this program is ended. */
const children = new Set();
process.on("exit", () => { for (const child of children) child.kill("SIGKILL"); });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(2));

/** Prints one result with its own number; of a failure also what it says of itself. */
function tell(result, file) {
    const [first, ...rest] = result.trimEnd().split("\n");
    const bad = first.startsWith("not ok"), took = /duration_ms: ([\d.]+)/.exec(result)?.[1];
    count++;
    failed += bad ? 1 : 0;
    console.log(`${bad ? "not ok" : "ok"} ${count} - ${first.replace(/^(not )?ok \d+ - /, "")}`);
    console.log(`# ${file}${took ? `, ${(took / 1000).toFixed(1)} s` : ""}`);
    if (bad) for (const line of rest.filter((one) => !/^# (Subtest|tests|suites|pass|fail|cancelled|skipped|todo|duration)/.test(one))) console.log(`# ${line}`);
}

const waiting = chosenFiles();
/* Some files are quick because they need neither. */
const staged = waiting.some((file) => fs.readFileSync(path.join(here, file), "utf8").includes("stage.mjs"));
const server = staged ? await Server.start() : null, host = staged ? await chromium.launchServer({ ...browserOptions(), handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }) : null;
const stage = { url: server?.url, browser: host?.wsEndpoint() };
console.log("TAP version 13");
await Promise.all(Array.from({ length: jobs }, async () => {
    while (waiting.length) await runFile(waiting.shift(), stage, tell);
}));
await host?.close();
await server?.stop();
console.log(count ? `1..${count}` : `1..0 # SKIP no test has '${part}' in its title`);
process.exit(failed ? 1 : 0);
