// Draws the icons of the app into public/icons. Run once after a change: node scripts/icons.ts
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const folder = 'public/icons'
const ground = '#fdf6f3'
const ink = '#241a22'
const coral = '#fb7a61'
// The same drawing as src/ui/brand/accentPath.ts; scripts may not import from the rooms.
const accentPath = 'M32 27c-1.5-2-.8-5 1-7L49.5 3.5c3-3 8-3.2 11-.2s2.6 7.6-1 10L38 27.8c-2 1.4-4.6 1.1-6-.8z'

/** The mark on its paper; `inset` is the share of the side left free around it, `radius` that of the corners. */
function mark(inset: number, radius: number): string {
  const side = 512
  const height = side * (1 - 2 * inset)
  const scale = height / 128
  const left = (side - 92 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect width="512" height="512" rx="${radius * side}" fill="${ground}"/>
<g transform="translate(${left + 5 * scale} ${inset * side + 4 * scale}) scale(${scale})">
<path fill="none" stroke="${ink}" stroke-width="15" stroke-linecap="round" stroke-linejoin="round" d="M62 44H26q-10 0-10 10v46q0 10 10 10h36M16 77h38"/>
<path fill="${coral}" transform="translate(-6 -2) scale(1.12)" d="${accentPath}"/>
</g></svg>\n`
}

mkdirSync(folder, { recursive: true })
const rounded = mark(0.19, 0.22)
const full = mark(0.27, 0)
writeFileSync(`${folder}/eclats.svg`, rounded)
await Promise.all([
  ...[32, 192, 512].map((side) => png(rounded, side, `eclats-${side}.png`)),
  png(mark(0.2, 0), 180, 'eclats-180.png'),
  png(full, 512, 'eclats-maskable-512.png'),
])

async function png(svg: string, side: number, name: string): Promise<void> {
  await sharp(Buffer.from(svg), { density: 288 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}/${name}`)
}
