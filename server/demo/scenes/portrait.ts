import { bust, type Looks } from './bust.ts'
import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth } from './random.ts'

/** One to three people in front of a blurred background. */
export function portrait(p: Picture, v: number): string {
  const people: Omit<Looks, 'side'>[] = [
    { skin: [0.8, 0.06, 55], hair: [0.3, 0.06, 50], top: [0.92, 0.02, 80], long: true },
    { skin: [0.5, 0.07, 50], hair: [0.17, 0.02, 40], top: [0.42, 0.1, 260], beard: true },
    { skin: [0.84, 0.05, 52], hair: [0.48, 0.13, 42], top: [0.45, 0.09, 165], long: true },
    { skin: [0.4, 0.055, 45], hair: [0.16, 0.02, 30], top: [0.78, 0.13, 80], long: true },
    { skin: [0.72, 0.07, 60], hair: [0.22, 0.02, 300], top: [0.3, 0.03, 280] },
    { skin: [0.87, 0.04, 50], hair: [0.74, 0.09, 85], top: [0.66, 0.15, 28], long: true },
    { skin: [0.82, 0.05, 55], hair: [0.82, 0.01, 80], top: [0.5, 0.06, 240] },
  ]
  const cast = nth([[0], [2, 1], [3], [4, 5, 0], [5, 6], [1]], v)
  const grounds: Oklch[] = [
    [0.55, 0.1, 45],
    [0.4, 0.08, 285],
    [0.62, 0.08, 140],
    [0.36, 0.1, 10],
    [0.72, 0.08, 70],
    [0.48, 0.07, 220],
  ]
  const [gL, gC, gH] = nth(grounds, v)
  p.fill(
    p.linear(
      [
        [0, c(gL + 0.14, gC, gH)],
        [1, c(gL - 0.16, gC, gH + 10)],
      ],
      [0.2, 0, 0.8, 1],
    ),
  )
  p.group({ filter: p.blur(30) }, () =>
    p.times(10, () =>
      p.circle(
        [p.between(0, p.w), p.between(0, p.h), p.between(60, 190) * p.u],
        c(gL + p.between(-0.16, 0.16), gC, gH + p.between(-30, 30)),
        { opacity: 0.7 },
      ),
    ),
  )
  p.bokeh(18, [c(0.88, 0.12, gH), c(0.9, 0.1, 75)], { y: [0, 0.7], r: [14, 52], a: [0.12, 0.45] })
  const count = cast.length
  const s = (Math.min(p.h, p.w * 1.25) / 250) * nth([1, 0.95, 1, 0.78, 0.92, 1.06], v)
  const side = v % 2 ? -1 : 1
  const order = count === 3 ? [0, 2, 1] : [...Array(count).keys()]
  order.forEach((i) => {
    const x = p.w * 0.5 + (i - (count - 1) / 2) * 92 * s
    const y = p.h - 112 * s + (i % 2 ? 10 : -6) * s
    p.group({ transform: `rotate(${((i - (count - 1) / 2) * -5).toFixed(1)} ${x.toFixed(0)} ${y.toFixed(0)})` }, () =>
      bust(p, [x, y, s], { ...nth(people, nth(cast, i)), side }),
    )
  })
  p.light([p.w * (side > 0 ? 1 : 0), p.h * 0.12, p.w * 0.8], c(0.9, 0.12, 70), { opacity: 0.5 })
  return p.finish({ vignette: 0.4, warm: 0.25 })
}
