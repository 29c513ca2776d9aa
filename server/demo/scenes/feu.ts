import { hex as c } from './colour.ts'
import { dancer } from './dancer.ts'
import type { Picture } from './picture.ts'
import { nth, turn } from './random.ts'

export function feu(p: Picture, v: number): string {
  p.fill(
    p.linear([
      [0, c(0.13, 0.05, 275)],
      [0.7, c(0.26, 0.09, 300)],
      [0.8, c(0.4, 0.11, 350)],
    ]),
  )
  const burst = ([x, y, r]: readonly [number, number, number], hue: number, n: number) => {
    p.light([x, y, r * 1.3], c(0.75, 0.18, hue), { opacity: 0.5 })
    p.times(n, (i) => {
      const a = (i / n) * turn + p.between(-0.05, 0.05)
      const l = r * p.between(0.7, 1)
      const [ex, ey] = [x + Math.cos(a) * l, y + Math.sin(a) * l + l * 0.14]
      p.path(
        `M${x + Math.cos(a) * l * 0.16} ${y + Math.sin(a) * l * 0.16}Q${x + Math.cos(a) * l * 0.6} ${y + Math.sin(a) * l * 0.56} ${ex} ${ey}`,
        'none',
        {
          stroke: c(0.86, 0.16, hue + p.between(-14, 14)),
          'stroke-width': p.between(1.4, 3.2) * p.u,
          'stroke-linecap': 'round',
          opacity: p.between(0.5, 0.95),
          style: 'mix-blend-mode:screen',
        },
      )
      p.circle([ex, ey, 3.4 * p.u], c(0.97, 0.07, hue))
    })
  }
  const m = Math.min(p.w, p.h)
  burst([p.w * 0.34, p.h * 0.34, m * 0.3], nth([35, 85, 330], v), 52)
  burst([p.w * 0.7, p.h * 0.24, m * 0.22], nth([85, 320, 200], v), 40)
  burst([p.w * 0.62, p.h * 0.52, m * 0.15], nth([330, 30, 60], v), 30)
  p.group({ filter: p.blur(3) }, () =>
    p.times(28, (i, t) =>
      p.ellipse([t * p.w, p.h * 0.81, p.between(24, 60) * p.u, p.between(18, 62) * p.u], c(0.12, 0.03, 280)),
    ),
  )
  p.rect(
    [0, p.h * 0.82, p.w, p.h * 0.18],
    p.linear([
      [0, c(0.3, 0.09, 330)],
      [1, c(0.12, 0.04, 280)],
    ]),
  )
  p.group({ style: 'mix-blend-mode:screen', filter: p.blur(5) }, () =>
    p.times(40, () =>
      p.rect(
        [p.between(0.15, 0.85) * p.w, p.between(0.83, 1) * p.h, p.between(20, 90) * p.u, 3 * p.u],
        c(0.75, 0.15, p.pick([35, 85, 330])),
        { opacity: p.between(0.2, 0.6) },
      ),
    ),
  )
  p.times(11, (i, t) =>
    dancer(p, {
      at: [p.w * (0.04 + 0.92 * t) + p.between(-16, 16), p.h * 1.04],
      height: p.h * p.between(0.2, 0.27),
      paint: c(0.07, 0.02, 290),
      pose: i % 4 === 1 ? 0 : 3,
    }),
  )
  return p.finish({ vignette: 0.4, grain: 0.2 })
}
