import { dancer } from './dancer.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth } from './random.ts'

export function piste(p: Picture, v: number): string {
  const hues = nth<Oklch>(
    [
      [320, 25, 270],
      [200, 300, 250],
      [35, 350, 60],
    ],
    v,
  )
  p.fill(
    p.linear([
      [0, c(0.17, 0.07, hues[2])],
      [0.6, c(0.3, 0.12, hues[0])],
      [1, c(0.14, 0.05, hues[2])],
    ]),
  )
  p.group({ style: 'mix-blend-mode:screen', filter: p.blur(7) }, () =>
    p.times(8, (i, t) => {
      const x = p.w * (0.06 + 0.88 * t)
      const lean = p.between(-0.3, 0.3) * p.w
      const color = c(0.72, 0.2, p.pick(hues))
      p.path(
        `M${x} ${-10}L${x + lean + 110 * p.u} ${p.h * 0.95}L${x + lean - 110 * p.u} ${p.h * 0.95}Z`,
        p.linear([
          [0, color, 0.75],
          [1, color, 0],
        ]),
      )
      p.circle([x, 4, 34 * p.u], c(0.95, 0.08, hues[1]))
    }),
  )
  p.light([p.w / 2, p.h * 0.56, p.w * 0.42], c(0.86, 0.13, hues[1]), { opacity: 0.75 })
  p.bokeh(
    20,
    hues.map((h) => c(0.8, 0.16, h)),
    { y: [0, 0.5], r: [6, 20], a: [0.25, 0.6] },
  )
  p.group({ filter: p.blur(2.6) }, () =>
    p.times(9, (i, t) =>
      dancer(p, {
        at: [p.w * (0.06 + 0.88 * t), p.h * 0.86],
        height: p.h * p.between(0.42, 0.5),
        paint: c(0.24, 0.09, hues[0]),
        pose: i,
      }),
    ),
  )
  p.times(6, (i, t) =>
    dancer(p, {
      at: [p.w * (0.04 + 0.92 * t) + p.between(-20, 20), p.h * p.between(1.02, 1.1)],
      height: p.h * p.between(0.56, 0.68),
      paint: c(0.1, 0.035, hues[2]),
      pose: i * 3 + v,
    }),
  )
  p.times(70, () => {
    const [x, y] = [p.between(0, p.w), p.between(0, p.h * 0.9)]
    p.rect([x, y, p.between(3, 8) * p.u, p.between(6, 14) * p.u], c(0.86, 0.13, p.between(0, 360)), {
      transform: `rotate(${p.between(0, 180).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})`,
      opacity: 0.85,
    })
  })
  return p.finish({ vignette: 0.5, grain: 0.22 })
}
