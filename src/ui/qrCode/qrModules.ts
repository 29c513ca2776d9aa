import { encodeQR } from 'qr'

/** Light modules around the code that a scanner needs (ISO/IEC 18004). */
const quietZone = 4

/** The modules of a QR code, rows from the top, with the quiet zone; true is dark. Loads the encoder. */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
}
