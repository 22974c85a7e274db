"""Draws the times of Harmony scrambles against their number of swaps as an SVG."""

import math

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 120, 48, 54
LEAST = 1e-5  # seconds, the lower end of the scale
# Okabe and Ito's palette.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b")
STYLE = """<style>
text { font: 13px Arial, Helvetica, sans-serif; fill: #222222 }
.paper { fill: #ffffff }
.grid { stroke: #dddddd; stroke-width: 1 }
.axis { stroke: #222222; stroke-width: 1; fill: none }
.title { font-size: 15px; font-weight: bold }
@media (prefers-color-scheme: dark) {
text { fill: #e6e6e6 }
.paper { fill: #15181c }
.grid { stroke: #3a3f45 }
.axis { stroke: #e6e6e6 }
}
</style>"""


class Scale:
    """Where a number of swaps and a time stand in the picture."""

    def __init__(self, least_swaps, most_swaps, most_seconds):
        self.swaps = least_swaps, most_swaps
        self.decades = math.log10(most_seconds / LEAST)

    def x(self, swaps):
        share = (swaps - self.swaps[0]) / (self.swaps[1] - self.swaps[0])
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, seconds):
        share = math.log10(max(seconds, LEAST) / LEAST) / self.decades
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def text(x, y, words, anchor="middle", extra=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>' % (x, y, anchor, extra, words)


def time_label(exponent):
    value, unit = {0: (1, "s"), -3: (1, "ms"), -6: (1, "&#181;s")}[exponent // 3 * 3]
    return "%d %s" % (value * 10 ** (exponent % 3), unit)


def axes(scale, swaps):
    parts = []
    for exponent in range(round(math.log10(LEAST)), round(math.log10(LEAST) + scale.decades) + 1):
        y = scale.y(10.0 ** exponent)
        parts.append('<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/>'
                     % (LEFT, y, WIDTH - RIGHT, y))
        parts.append(text(LEFT - 8, y + 4, time_label(exponent), "end"))
    for count in swaps:
        parts.append('<line class="axis" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>'
                     % (scale.x(count), HEIGHT - BOTTOM, scale.x(count), HEIGHT - BOTTOM + 5))
        parts.append(text(scale.x(count), HEIGHT - BOTTOM + 20, count))
    parts.append('<path class="axis" d="M%d %d V%d H%d"/>'
                 % (LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "swaps"))
    parts.append(text(LEFT, 26, "Harmony: CPU time to solve a random scramble, one thread", "start",
                      ' class="title"'))
    return parts


def curve(scale, points, colour, dashed):
    way = " L".join("%.1f %.1f" % (scale.x(x), scale.y(y)) for x, y in points)
    parts = ['<path d="M%s" fill="none" stroke="%s" stroke-width="%s"%s/>'
             % (way, colour, 1.3 if dashed else 2.4, ' stroke-dasharray="4 4"' if dashed else "")]
    for x, y in points:
        look = 'fill="none" stroke="%s"' % colour if dashed else 'fill="%s"' % colour
        parts.append('<circle cx="%.1f" cy="%.1f" r="%s" %s/>'
                     % (scale.x(x), scale.y(y), 2.5 if dashed else 3.2, look))
    return parts


def legend(sides):
    x, parts = WIDTH - RIGHT + 18, []
    for i, side in enumerate(reversed(sides)):
        y = TOP + 14 + 22 * i
        colour = COLOURS[len(sides) - 1 - i]
        parts.append('<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2.4"/>'
                     % (x, y, x + 26, y, colour))
        parts.append(text(x + 34, y + 4, "%d x %d" % (side, side), "start"))
    for i, (words, dash) in enumerate((("median", ""), ("worst", ' stroke-dasharray="4 4"'))):
        y = TOP + 14 + 22 * (len(sides) + 1 + i)
        parts.append('<line class="axis" x1="%d" y1="%d" x2="%d" y2="%d"%s/>'
                     % (x, y, x + 26, y, dash))
        parts.append(text(x + 34, y + 4, words, "start"))
    return parts


def draw(curves, limit):
    """curves: side -> [(swaps, median, worst, solved)]; limit: the longest time, in seconds."""
    swaps = [point[0] for point in next(iter(curves.values()))]
    scale = Scale(min(swaps), max(swaps), limit)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" '
             'role="img">' % (WIDTH, HEIGHT, WIDTH, HEIGHT),
             "<title>Harmony: time against number of swaps</title>", STYLE,
             '<rect class="paper" width="%d" height="%d"/>' % (WIDTH, HEIGHT)]
    parts += axes(scale, swaps)
    for (_, points), colour in zip(curves.items(), COLOURS):
        parts += curve(scale, [(p[0], p[2]) for p in points], colour, True)
    for (_, points), colour in zip(curves.items(), COLOURS):
        parts += curve(scale, [(p[0], p[1]) for p in points], colour, False)
    return "\n".join(parts + legend(list(curves)) + ["</svg>", ""])
