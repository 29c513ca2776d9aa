import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** Decodes a QR code on the screen, or the first one in a picture. */
export async function readQr(code: Locator | Buffer): Promise<string | undefined> {
  const picture = 'screenshot' in code ? await code.screenshot() : code
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
