import { hex as c } from './colour.ts'
import { dancer } from './dancer.ts'
import type { Picture, Stop } from './picture.ts'
import { nth } from './random.ts'

export function plage(p: Picture, v: number): string {
  const looks: Stop[][] = [
    [
      [0, c(0.4, 0.09, 280)],
      [0.3, c(0.68, 0.14, 15)],
      [0.5, c(0.9, 0.12, 75)],
    ],
    [
      [0, c(0.7, 0.1, 235)],
      [0.5, c(0.94, 0.03, 210)],
    ],
  ]
  const look = nth(looks, v)
  const warm = v % 2 === 0
  p.fill(p.linear(look))
  p.light([p.w * 0.62, p.h * 0.46, p.w * 0.5], c(0.94, 0.12, 75), { opacity: 0.8 })
  p.circle([p.w * 0.62, p.h * 0.44, 46 * p.u], c(0.98, 0.06, 92), { filter: p.blur(2) })
  p.rect(
    [0, p.h * 0.5, p.w, p.h * 0.5],
    p.linear(
      warm
        ? [
            [0, c(0.74, 0.12, 50)],
            [0.5, c(0.44, 0.09, 330)],
            [1, c(0.3, 0.06, 290)],
          ]
        : [
            [0, c(0.78, 0.08, 215)],
            [0.6, c(0.66, 0.1, 205)],
            [1, c(0.84, 0.06, 150)],
          ],
    ),
  )
  p.group({ style: 'mix-blend-mode:screen' }, () =>
    p.times(90, () => {
      const t = p.random()
      p.ellipse(
        [
          p.w * (0.62 + p.between(-0.5, 0.5) * (0.15 + t * 0.7)),
          p.h * (0.505 + t * 0.32),
          p.between(14, 70) * p.u * (0.4 + t),
          2.1 * p.u * (0.5 + t),
        ],
        c(0.95, 0.1, 80),
        { opacity: p.between(0.2, 0.7) * (1 - t * 0.5) },
      )
    }),
  )
  p.path(
    `M0 ${p.h * 0.84}Q${p.w * 0.3} ${p.h * 0.8} ${p.w * 0.55} ${p.h * 0.86}T${p.w} ${p.h * 0.83}L${p.w} ${p.h}L0 ${p.h}Z`,
    p.linear([
      [0, c(warm ? 0.52 : 0.9, 0.06, 65)],
      [1, c(warm ? 0.34 : 0.8, 0.06, 60)],
    ]),
  )
  p.path(`M0 ${p.h * 0.84}Q${p.w * 0.3} ${p.h * 0.8} ${p.w * 0.55} ${p.h * 0.86}T${p.w} ${p.h * 0.83}`, 'none', {
    stroke: '#fff',
    'stroke-width': 7 * p.u,
    opacity: 0.6,
  })
  const tone = warm ? c(0.16, 0.03, 310) : c(0.36, 0.06, 260)
  const poses = [1, 2, 0, 3]
  poses.forEach((pose, i) =>
    dancer(p, { at: [p.w * (0.2 + 0.08 * i), p.h * 0.93], height: p.h * 0.3, paint: tone, pose: pose }),
  )
  return p.finish({ vignette: 0.3, grain: 0.13 })
}
