import { hills } from './hills.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture, Stop } from './picture.ts'
import { nth } from './random.ts'

interface Look {
  readonly sky: readonly Stop[]
  readonly near: Oklch
  readonly far: Oklch
  readonly sun: number
}

export function paysage(p: Picture, v: number): string {
  const looks: Look[] = [
    {
      sky: [
        [0, c(0.72, 0.09, 240)],
        [0.5, c(0.9, 0.05, 80)],
      ],
      near: [0.36, 0.08, 130],
      far: [0.76, 0.05, 230],
      sun: 85,
    },
    {
      sky: [
        [0, c(0.45, 0.1, 290)],
        [0.28, c(0.68, 0.15, 20)],
        [0.5, c(0.86, 0.13, 65)],
      ],
      near: [0.22, 0.06, -35],
      far: [0.62, 0.12, 22],
      sun: 60,
    },
    {
      sky: [
        [0, c(0.78, 0.06, 220)],
        [0.5, c(0.95, 0.02, 110)],
      ],
      near: [0.46, 0.1, 125],
      far: [0.82, 0.03, 200],
      sun: 100,
    },
  ]
  const look = nth(looks, v)
  p.fill(p.linear(look.sky))
  const [sx, sy] = [p.w * p.between(0.3, 0.72), p.h * 0.34]
  p.light([sx, sy, p.w * 0.55], c(0.93, 0.12, look.sun), { opacity: 0.85 })
  p.circle([sx, sy, 38 * p.u], c(0.98, 0.06, 95), { filter: p.blur(2) })
  p.group({ filter: p.blur(12), opacity: 0.55 }, () =>
    p.times(9, () =>
      p.ellipse(
        [p.between(0, p.w), p.h * p.between(0.06, 0.3), p.between(60, 190) * p.u, p.between(8, 22) * p.u],
        '#fff',
      ),
    ),
  )
  hills(p, { base: 0.4, layers: 6, near: look.near, far: look.far })
  const [L, C, H] = look.near
  p.group({ 'stroke-linecap': 'round' }, () =>
    p.times(15, (i, t) => {
      const x = p.w * (-0.3 + 1.6 * t)
      p.path(`M${p.w * 0.5 + (x - p.w * 0.5) * 0.34} ${p.h * 0.84}L${x} ${p.h * 1.02}`, 'none', {
        stroke: c(L + 0.1, C + 0.03, H - 8),
        'stroke-width': 12 * p.u,
        opacity: 0.55,
      })
    }),
  )
  p.times(5, (i) => {
    const x = p.w * (0.08 + 0.05 * i) + p.between(-10, 10)
    const k = p.between(0.75, 1.25) * p.u
    p.path(
      `M${x} ${p.h * 0.79}Q${x - 26 * k} ${p.h * 0.72} ${x} ${p.h * 0.79 - 190 * k}Q${x + 26 * k} ${p.h * 0.72} ${x} ${p.h * 0.79}Z`,
      c(L - 0.08, C * 0.8, H + 10),
    )
  })
  return p.finish({ vignette: 0.25, grain: 0.12 })
}
