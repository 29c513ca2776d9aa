import { hex as c } from './colour.ts'
import type { Picture } from './picture.ts'

type Line = readonly [number, number, number, number]

interface Lights {
  readonly sag: number
  readonly n: number
  /** Hue of the bulbs. */
  readonly warm?: number
}

/** Bulbs along a sagging cable. */
export function stringLights(p: Picture, [x1, y1, x2, y2]: Line, { sag, n, warm = 75 }: Lights): void {
  const at = (t: number): [number, number] => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)]
  p.path(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`, 'none', {
    stroke: c(0.2, 0.02, 40),
    'stroke-width': 2 * p.u,
    opacity: 0.8,
  })
  p.times(n, (i) => {
    const [x, y] = at((i + 0.5) / n)
    const k = p.between(0.85, 1.2) * p.u
    p.light([x, y + 10 * p.u, 66 * k], c(0.82, 0.15, warm), { opacity: 0.75 })
    p.ellipse([x, y + 10 * p.u, 5.6 * k, 7.4 * k], c(0.98, 0.06, 95))
  })
}
