/** Converts SVG path data (SVG 2, 9.3) to PDF operators. PDF has only lines and cubic curves. */

const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
/** Number of arguments of each command. */
const argumentCounts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** A length in a PDF, rounded to hundredths, which is finer than any printer. */
export const pdfNumber = (value: number) => String(Math.round(value * 100) / 100);
const pdfPoint = (x: number, y: number) => `${pdfNumber(x)} ${pdfNumber(y)}`;

/**
 * Path data as PDF operators, one per line.
 * @throws Error if the data contain an unknown command; the message names it
 */
export function pathOperators(d: string): string {
  const operators: string[] = [];
  let [x, y, startX, startY, controlX, controlY] = [0, 0, 0, 0, 0, 0];
  let previousCommand = "";
  const curve = (ax: number, ay: number, bx: number, by: number, toX: number, toY: number) => {
    operators.push(`${pdfPoint(ax, ay)} ${pdfPoint(bx, by)} ${pdfPoint(toX, toY)} c`);
    [controlX, controlY, x, y] = [bx, by, toX, toY];
  };
  const quadratic = (qx: number, qy: number, toX: number, toY: number) => {
    const third = (from: number, control: number) => from + (2 / 3) * (control - from);
    curve(third(x, qx), third(y, qy), third(toX, qx), third(toY, qy), toX, toY);
    [controlX, controlY] = [qx, qy];
  };
  const lineTo = (toX: number, toY: number) => {
    [x, y] = [toX, toY];
    operators.push(`${pdfPoint(x, y)} l`);
  };
  for (const [, letter, rest] of d.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    let command = letter.toUpperCase();
    const count = argumentCounts[command];
    if (count === undefined)
      throw new Error(`path data has no command "${letter}"; expected one of ${Object.keys(argumentCounts).join(", ")}.`);
    const isRelative = letter !== command;
    // The flags of arcs need no separator: 01 is two flags.
    const values =
      (command === "A"
        ? rest.replaceAll(
            /([+-]?[\d.]+(?:e[+-]?\d+)?[\s,]+[+-]?[\d.]+(?:e[+-]?\d+)?[\s,]+[+-]?[\d.]+(?:e[+-]?\d+)?[\s,]+)([01])[\s,]*([01])/gi,
            "$1 $2 $3 ",
          )
        : rest
      )
        .match(numbers)
        ?.map(Number) ?? [];
    if (command === "Z") {
      operators.push("h");
      [x, y] = [startX, startY];
      previousCommand = command;
      continue;
    }
    for (let i = 0; i + count <= values.length; i += count) {
      const args = values.slice(i, i + count);
      const [dx, dy] = isRelative ? [x, y] : [0, 0];
      switch (command) {
        case "M":
          [x, y] = [args[0] + dx, args[1] + dy];
          [startX, startY] = [x, y];
          operators.push(`${pdfPoint(x, y)} m`);
          break;
        case "L":
          lineTo(args[0] + dx, args[1] + dy);
          break;
        case "H":
          lineTo(args[0] + dx, y);
          break;
        case "V":
          lineTo(x, args[0] + dy);
          break;
        case "C":
          curve(args[0] + dx, args[1] + dy, args[2] + dx, args[3] + dy, args[4] + dx, args[5] + dy);
          break;
        case "S": {
          const [ax, ay] = /[CS]/.test(previousCommand) ? [2 * x - controlX, 2 * y - controlY] : [x, y];
          curve(ax, ay, args[0] + dx, args[1] + dy, args[2] + dx, args[3] + dy);
          break;
        }
        case "Q":
          quadratic(args[0] + dx, args[1] + dy, args[2] + dx, args[3] + dy);
          break;
        case "T": {
          const [qx, qy] = /[QT]/.test(previousCommand) ? [2 * x - controlX, 2 * y - controlY] : [x, y];
          quadratic(qx, qy, args[0] + dx, args[1] + dy);
          break;
        }
        case "A":
          for (const part of arcCurves(x, y, args, args[5] + dx, args[6] + dy)) curve(...part);
          break;
      }
      previousCommand = command;
      // Further pairs after a move are lines.
      if (command === "M") command = "L";
    }
  }
  return operators.join("\n");
}

type BezierArgs = [ax: number, ay: number, bx: number, by: number, toX: number, toY: number];

/**
 * Converts an elliptic arc of an SVG path to cubic Bézier curves, because PDF has no arcs. The conversion to center and angles is that of
 * SVG 2, appendix B.2; each curve covers at most a quarter turn. The arguments are start point, radii with rotation in degrees and the two
 * flags of the path command `A`, and end point. A curve is its two control points and its end point.
 */
function arcCurves(
  x0: number,
  y0: number,
  [rx0, ry0, degrees, isLarge, isSweep]: readonly number[],
  x1: number,
  y1: number,
): readonly BezierArgs[] {
  if (x0 === x1 && y0 === y1) return [];
  if (rx0 === 0 || ry0 === 0) return [[x0, y0, x1, y1, x1, y1]];
  const rotation = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const [halfX, halfY] = [(x0 - x1) / 2, (y0 - y1) / 2];
  const [px, py] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  // Enlarge radii that are too small for the end points.
  const enlargement = Math.max(1, Math.sqrt((px / rx0) ** 2 + (py / ry0) ** 2));
  const [rx, ry] = [Math.abs(rx0) * enlargement, Math.abs(ry0) * enlargement];
  const radicand = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1;
  const factor = (isLarge === isSweep ? -1 : 1) * Math.sqrt(Math.max(0, radicand));
  const [cx, cy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const [centerX, centerY] = [cos * cx - sin * cy + (x0 + x1) / 2, sin * cx + cos * cy + (y0 + y1) / 2];
  const startAngle = Math.atan2((py - cy) / ry, (px - cx) / rx);
  let sweepAngle = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - startAngle;
  if (isSweep === 1 && sweepAngle < 0) sweepAngle += 2 * Math.PI;
  if (isSweep === 0 && sweepAngle > 0) sweepAngle -= 2 * Math.PI;
  const count = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-9));
  const anglePerCurve = sweepAngle / count;
  const controlLength = (4 / 3) * Math.tan(anglePerCurve / 4);
  const onEllipse = (u: number, v: number): [number, number] => [
    centerX + cos * rx * u - sin * ry * v,
    centerY + sin * rx * u + cos * ry * v,
  ];
  return Array.from({ length: count }, (_, i): BezierArgs => {
    const [angleAtStart, angleAtEnd] = [startAngle + i * anglePerCurve, startAngle + (i + 1) * anglePerCurve];
    const firstControl = onEllipse(
      Math.cos(angleAtStart) - controlLength * Math.sin(angleAtStart),
      Math.sin(angleAtStart) + controlLength * Math.cos(angleAtStart),
    );
    const secondControl = onEllipse(
      Math.cos(angleAtEnd) + controlLength * Math.sin(angleAtEnd),
      Math.sin(angleAtEnd) - controlLength * Math.cos(angleAtEnd),
    );
    return [
      ...firstControl,
      ...secondControl,
      ...(i === count - 1 ? ([x1, y1] as const) : onEllipse(Math.cos(angleAtEnd), Math.sin(angleAtEnd))),
    ];
  });
}
