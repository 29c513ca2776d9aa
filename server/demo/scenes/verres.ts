import { hex as c } from './colour.ts'
import type { Picture } from './picture.ts'
import { nth } from './random.ts'

export function verres(p: Picture, v: number): string {
  const hue = nth([75, 25, 95], v)
  p.fill(
    p.linear([
      [0, c(0.34, 0.07, hue - 20)],
      [1, c(0.18, 0.04, hue - 30)],
    ]),
  )
  p.bokeh(46, [c(0.84, 0.14, hue), c(0.78, 0.16, hue - 25), c(0.93, 0.08, hue + 10)], { r: [12, 62], a: [0.1, 0.42] })
  const glass = ([x, y]: readonly [number, number], k: number, lean: number) =>
    p.group({ transform: `rotate(${lean} ${x} ${y})` }, () => {
      const at = (dx: number, dy: number) => `${(x + dx * k).toFixed(1)} ${(y + dy * k).toFixed(1)}`
      const wine = p.linear(
        [
          [0, c(0.93, 0.09, hue + 15)],
          [1, c(0.7, 0.14, hue)],
        ],
        [0, 0, 1, 1],
      )
      p.path(
        `M${at(-3, 0)}L${at(-3, 120)}Q${at(-5, 132)} ${at(-34, 138)}L${at(34, 138)}Q${at(5, 132)} ${at(3, 120)}L${at(3, 0)}Z`,
        '#fff',
        { opacity: 0.4 },
      )
      p.path(`M${at(-27, -128)}Q${at(-31, -20)} ${at(0, 4)}Q${at(31, -20)} ${at(27, -128)}Z`, wine, { opacity: 0.92 })
      p.path(
        `M${at(-29, -178)}Q${at(-36, -24)} ${at(0, 6)}Q${at(36, -24)} ${at(29, -178)}`,
        p.linear(
          [
            [0, '#fff', 0.42],
            [0.3, '#fff', 0.06],
            [0.7, '#fff', 0.04],
            [1, '#fff', 0.36],
          ],
          [0, 0, 1, 0],
        ),
        { stroke: '#fff', 'stroke-opacity': 0.75, 'stroke-width': 2.2 * k },
      )
      p.ellipse([x, y - 128 * k, 27 * k, 5 * k], c(0.97, 0.06, 95), { opacity: 0.9 })
      p.times(26, () =>
        p.circle([x + p.between(-17, 17) * k, y - p.between(14, 124) * k, p.between(0.8, 2.6) * k], '#fff', {
          opacity: p.between(0.4, 0.9),
        }),
      )
      p.path(`M${at(-20, -164)}Q${at(-25, -60)} ${at(-10, -24)}`, 'none', {
        stroke: '#fff',
        'stroke-width': 4 * k,
        'stroke-linecap': 'round',
        opacity: 0.6,
      })
    })
  const k = (p.h / 400) * 1.12
  glass([p.w * 0.32, p.h * 0.66], k * 0.94, 13)
  glass([p.w * 0.68, p.h * 0.66], k * 0.94, -13)
  glass([p.w * 0.5, p.h * 0.74], k * 1.06, 2)
  p.light([p.w * 0.5, p.h * 0.3, p.w * 0.36], c(0.96, 0.08, 90), { opacity: 0.55 })
  p.bokeh(8, [c(0.9, 0.12, hue)], { r: [40, 90], a: [0.06, 0.16] })
  return p.finish({ vignette: 0.45, warm: 0.2 })
}
