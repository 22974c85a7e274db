/* Reads a PNG as browsers write them for screenshots: 8 bits a channel, RGB or RGBA, not interlaced. */
import assert from "node:assert/strict";
import zlib from "node:zlib";

/** The value that PNG's filter number 4 predicts. */
function paeth(left, up, corner) {
    const guess = left + up - corner;
    const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
    return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
}

/** Undoes the filter of one row, in place. */
function unfilter(kind, row, above, size) {
    for (let at = 0; at < row.length; at++) {
        const left = at >= size ? row[at - size] : 0, up = above ? above[at] : 0, corner = above && at >= size ? above[at - size] : 0;
        row[at] += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind];
    }
}

/** Width, height, and at(x, y): a pixel's colour as "#rrggbb". */
export function readPng(bytes) {
    assert.equal(bytes.toString("latin1", 1, 4), "PNG");
    const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), size = { 2: 3, 6: 4 }[bytes[25]];
    assert.deepEqual([bytes[24], bytes[28]], [8, 0], "8 bits, not interlaced");
    assert.ok(size, "in colours");
    const parts = [];
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
        if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    }
    const data = zlib.inflateSync(Buffer.concat(parts)), rows = [];
    for (let y = 0; y < height; y++) {
        const start = y * (width * size + 1), row = data.subarray(start + 1, start + 1 + width * size);
        unfilter(data[start], row, rows[y - 1], size);
        rows.push(row);
    }
    const at = (x, y) => `#${rows[y].subarray(x * size, x * size + 3).toString("hex")}`;
    return { width, height, at };
}
