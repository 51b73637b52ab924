/** How large a picture is, read from the first bytes of a JPEG or a PNG. */
import type { Pixels } from '../rules/large-cover.ts';
import { fileKind } from '../rules/file-kind.ts';

/** Undefined for any other kind, and if the bytes end too early. */
export function imageSize(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = fileKind(bytes);
  if (kind === 'jpeg') return sizeOfJpeg(view);
  if (kind !== 'png' || view.byteLength < 24) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Goes from segment to segment until one begins a frame; only those tell the size. */
function sizeOfJpeg(view: DataView): Pixels | undefined {
  for (let at = 2; at + 9 <= view.byteLength;) {
    const mark = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return undefined;
    if (beginsFrame(mark)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A mark may be preceded by any number of fill bytes.
    at += mark === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, except the three markers of tables. */
function beginsFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
}
