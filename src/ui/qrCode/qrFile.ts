import { qrModules } from './qrModules.ts'
import { qrPath } from './qrPath.ts'

/** Pixels of a module in the PNG: about 1 000 for the whole code. */
const moduleSize = 24

/** The QR code of a text as a file, dark on white. @param name of the file, without its ending */
export async function qrFile(text: string, kind: 'png' | 'svg', name: string): Promise<File> {
  const modules = qrModules(text)
  if (kind === 'svg') return new File([svgOf(modules)], `${name}.svg`, { type: 'image/svg+xml' })
  return new File([await pngOf(modules)], `${name}.png`, { type: 'image/png' })
}

function svgOf(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const ground = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`
  const code = `<path d="${qrPath(modules)}"/>`
  const box = `viewBox="0 0 ${size} ${size}" width="${size * moduleSize}" height="${size * moduleSize}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges">${ground}${code}</svg>\n`
}

function pngOf(modules: readonly (readonly boolean[])[]): Promise<Blob> {
  const canvas = new OffscreenCanvas(modules.length * moduleSize, modules.length * moduleSize)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no 2d canvas.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * moduleSize, y * moduleSize, moduleSize, moduleSize)
  return canvas.convertToBlob({ type: 'image/png' })
}
