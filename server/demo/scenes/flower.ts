import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { turn } from './random.ts'

type Place = readonly [number, number, number]

interface Leaf {
  readonly length: number
  /** Radians. */
  readonly angle: number
  readonly paint: string
  /** Fraction of its length. */
  readonly width?: number
}

/** A flower seen from above: place is centre and radius. */
export function flower(
  p: Picture,
  [x, y, r]: Place,
  [L, C, H]: Oklch,
  kind: 'pivoine' | 'marguerite' = 'pivoine',
): void {
  p.circle([x + r * 0.08, y + r * 0.16, r * 1.08], '#000', { opacity: 0.28, filter: p.blur(9) })
  const rings = kind === 'pivoine' ? 4 : 2
  for (let ring = 0; ring < rings; ring++) {
    const k = 1 - ring / rings
    const petals = kind === 'pivoine' ? 8 - ring : 11
    const start = p.between(0, turn)
    const paint = p.linear([
      [0, c(L + 0.08 - ring * 0.015, C * 0.7, H)],
      [0.55, c(L - ring * 0.045, C, H)],
      [1, c(L - 0.16 - ring * 0.03, C * 1.05, H - 4)],
    ])
    p.times(petals, (i) => {
      const a = start + (i / petals) * turn
      const size = r * (0.34 + 0.3 * k) * p.between(0.9, 1.1)
      const d = r * 0.52 * k
      p.ellipse(
        [x + Math.cos(a) * d, y + Math.sin(a) * d, size * (kind === 'pivoine' ? 0.82 : 0.34), size * 0.72],
        paint,
        {
          transform: `rotate(${((a * 180) / Math.PI + 90).toFixed(0)} ${(x + Math.cos(a) * d).toFixed(1)} ${(y + Math.sin(a) * d).toFixed(1)})`,
          stroke: c(L - 0.22, C, H),
          'stroke-opacity': 0.22,
          'stroke-width': 1.2 * p.u,
        },
      )
    })
  }
  if (kind === 'pivoine') p.circle([x, y, r * 0.15], c(L - 0.2, C, H - 6), { opacity: 0.5, filter: p.blur(4) })
  else p.circle([x, y, r * 0.24], c(0.78, 0.15, 82))
  p.circle([x - r * 0.3, y - r * 0.36, r * 0.7], '#fff', { opacity: 0.16, filter: p.blur(16) })
}

export function leaf(p: Picture, [x, y]: readonly [number, number], { length, angle, paint, width = 0.3 }: Leaf): void {
  const [cx, cy] = [Math.cos(angle), Math.sin(angle)]
  const [tx, ty] = [x + cx * length, y + cy * length]
  const bend = length * width
  p.path(
    `M${x} ${y}Q${x + cx * length * 0.45 - cy * bend} ${y + cy * length * 0.45 + cx * bend} ${tx} ${ty}Q${x + cx * length * 0.45 + cy * bend} ${y + cy * length * 0.45 - cx * bend} ${x} ${y}Z`,
    paint,
  )
}
