/** Draws boxes, arrows and texts as SVG, in the colours of our pages and for both themes. */
import { html, toText, type Content, type Markup } from '../../src/design/pieces.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The width and height of a box, in units of the picture. */
export const box = { width: 150, height: 44 };

const style = `
  svg { font: 14px system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
  text { fill: #16191d; } .soft { fill: #565f6b; font-size: 12px; } .code { font-family: ui-monospace, Menlo, monospace; font-size: 12px; }
  .ground { fill: #ffffff; } .box { fill: #f0f2f5; stroke: #7a8591; } .arrow { stroke: #565f6b; fill: none; } .head { fill: #565f6b; }
  .good { fill: #2f9e58; } .bad { fill: #d5382b; } .open { fill: #d99a1c; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e9edf2; } .soft { fill: #a3adba; } .ground { fill: #0f1216; } .box { fill: #171b21; stroke: #78828f; }
    .arrow { stroke: #a3adba; } .head { fill: #a3adba; }
  }`;

/**
 * Returns a picture as the text of an SVG file.
 * @param title what the picture shows, for readers who do not see it
 */
export function drawPicture(
  title: string,
  { width, height }: { readonly width: number; readonly height: number },
  inside: Content,
): string {
  const head = html`<title>${title}</title>
    <defs>
      <marker
        id="tip"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="8"
        markerHeight="8"
        orient="auto"
      >
        <path class="head" d="M0 0 8 4 0 8z" />
      </marker>
    </defs>
    <rect class="ground" width="${width}" height="${height}" rx="8" />`;
  const text = toText(html`${head} ${inside}`).replaceAll(/\n\s*/g, '\n');
  const root = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`;
  return `${root}\n<style>${style}\n</style>\n${text}\n</svg>\n`;
}

/** Draws a box around its middle. */
export function drawBox({ x, y }: Point, label: string): Markup {
  const { width, height } = box;
  return html`<rect
      class="box"
      x="${x - width / 2}"
      y="${y - height / 2}"
      width="${width}"
      height="${height}"
      rx="6"
    />
    ${drawText({ x, y: y + 5 }, label, { anchor: 'middle' })}`;
}

export interface TextLook {
  readonly anchor?: 'start' | 'middle' | 'end';
  /** `soft` for remarks, `code` for what is typed or sent. */
  readonly look?: 'soft' | 'code';
}

export function drawText(
  { x, y }: Point,
  text: string,
  { anchor = 'start', look }: TextLook = {},
): Markup {
  return html`<text x="${x}" y="${y}" text-anchor="${anchor}" class="${look}">${text}</text>`;
}

/** Draws an arrow between two points, bent by a number of units to its left. */
export function drawArrow(from: Point, to: Point, bend = 0): Markup {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const x = middle.x + (bend * (to.y - from.y)) / length;
  const y = middle.y - (bend * (to.x - from.x)) / length;
  const path = `M${from.x} ${from.y} Q${x.toFixed(0)} ${y.toFixed(0)} ${to.x} ${to.y}`;
  return html`<path class="arrow" d="${path}" marker-end="url(#tip)" />`;
}
