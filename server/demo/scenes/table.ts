import { flower, leaf } from './flower.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth, turn } from './random.ts'

/** A laid table from above. */
export function table(p: Picture, v: number): string {
  const cloths: Oklch[] = [
    [0.93, 0.015, 80],
    [0.5, 0.06, 55],
    [0.4, 0.05, 160],
  ]
  const [L, C, H] = nth(cloths, v)
  p.fill(
    p.linear(
      [
        [0, c(L + 0.04, C, H)],
        [1, c(L - 0.08, C, H)],
      ],
      [0, 0, 1, 1],
    ),
  )
  if (v % 3 === 1) p.times(9, (i) => p.rect([0, (i * p.h) / 9, p.w, 2.5 * p.u], c(L - 0.14, C, H), { opacity: 0.6 }))
  const plate = (x: number, y: number, r: number) => {
    p.circle([x + r * 0.05, y + r * 0.1, r], '#000', { opacity: 0.32, filter: p.blur(9) })
    p.circle(
      [x, y, r],
      p.linear(
        [
          [0, c(0.99, 0.008, 80)],
          [1, c(0.86, 0.015, 70)],
        ],
        [0, 0, 1, 1],
      ),
    )
    p.circle([x, y, r * 0.94], 'none', { stroke: c(0.7, 0.1, 80), 'stroke-width': r * 0.02 })
    p.circle(
      [x, y, r * 0.66],
      p.linear(
        [
          [0, c(0.9, 0.012, 75)],
          [1, c(0.97, 0.008, 80)],
        ],
        [0, 0, 1, 1],
      ),
    )
    const fork = r * 0.055
    p.rect(
      [x - r * 1.3, y - r * 0.8, fork, r * 1.6],
      p.linear(
        [
          [0, c(0.93, 0.01, 80)],
          [1, c(0.66, 0.02, 80)],
        ],
        [0, 0, 1, 0],
      ),
      { rx: fork / 2 },
    )
    p.rect(
      [x + r * 1.22, y - r * 0.8, fork * 1.3, r * 1.6],
      p.linear(
        [
          [0, c(0.93, 0.01, 80)],
          [1, c(0.66, 0.02, 80)],
        ],
        [0, 0, 1, 0],
      ),
      { rx: fork / 2 },
    )
    p.group({ transform: `rotate(${p.between(-14, 14).toFixed(0)} ${x} ${y})` }, () => {
      p.path(
        `M${x - r * 0.34} ${y - r * 0.5}L${x + r * 0.34} ${y - r * 0.5}L${x + r * 0.26} ${y + r * 0.5}L${x - r * 0.26} ${y + r * 0.5}Z`,
        c(
          ...nth<Oklch>(
            [
              [0.72, 0.1, 20],
              [0.94, 0.02, 80],
              [0.86, 0.05, 60],
            ],
            v,
          ),
        ),
      )
      leaf(p, [x - r * 0.1, y + r * 0.3], { length: r * 0.66, angle: -1.2, paint: c(0.5, 0.07, 145), width: 0.18 })
      leaf(p, [x + r * 0.02, y + r * 0.34], { length: r * 0.6, angle: -1.8, paint: c(0.58, 0.06, 150), width: 0.18 })
    })
  }
  const r = Math.min(p.w, p.h) * 0.21
  plate(p.w * 0.22, p.h * 0.2, r)
  plate(p.w * 0.8, p.h * 0.24, r)
  plate(p.w * 0.2, p.h * 0.82, r)
  plate(p.w * 0.78, p.h * 0.84, r)
  p.times(34, (i, t) =>
    leaf(p, [p.w * t, p.h * (0.52 + 0.03 * Math.sin(t * 9))], {
      length: p.between(50, 110) * p.u,
      angle: p.between(0, turn),
      paint: p.pick([c(0.45, 0.07, 145), c(0.56, 0.06, 150), c(0.38, 0.06, 155)]),
      width: 0.22,
    }),
  )
  p.times(8, (i, t) =>
    flower(
      p,
      [p.w * (0.06 + 0.88 * t), p.h * (0.52 + 0.035 * Math.sin(i * 2.3)), p.between(28, 52) * p.u],
      p.pick<Oklch>([
        [0.84, 0.09, 20],
        [0.92, 0.04, 70],
        [0.72, 0.15, 30],
      ]),
    ),
  )
  p.times(5, (i, t) => {
    const [x, y] = [p.w * (0.14 + 0.72 * t), p.h * (0.45 + 0.12 * (i % 2))]
    p.light([x, y, 90 * p.u], c(0.86, 0.14, 70), { opacity: 0.6 })
    p.circle([x, y, 14 * p.u], c(0.97, 0.05, 90))
  })
  return p.finish({ vignette: 0.3, grain: 0.13, warm: 0.2 })
}
