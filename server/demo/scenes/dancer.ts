import type { Picture } from './picture.ts'
import { nth } from './random.ts'

interface Dancer {
  /** Position of the feet. */
  readonly at: readonly [number, number]
  readonly height: number
  readonly paint: string
  readonly pose?: number
}

/** A silhouette, four poses. */
export function dancer(p: Picture, { at: [x, y], height, paint, pose = 0 }: Dancer): void {
  const k = height / 100
  const at = (dx: number, dy: number) => `${(x + dx * k).toFixed(1)} ${(y + dy * k).toFixed(1)}`
  const poses = [
    `M${at(-8, -69)}Q${at(-17, -78)} ${at(-14, -92)}T${at(-17, -106)}M${at(8, -69)}Q${at(18, -80)} ${at(16, -92)}T${at(22, -105)}`,
    `M${at(-7, -69)}Q${at(-19, -62)} ${at(-11, -49)}M${at(7, -69)}Q${at(19, -76)} ${at(17, -90)}T${at(23, -102)}`,
    `M${at(-8, -69)}Q${at(-17, -62)} ${at(-24, -66)}T${at(-32, -78)}M${at(8, -69)}Q${at(18, -60)} ${at(24, -64)}T${at(33, -70)}`,
    `M${at(-8, -69)}Q${at(-15, -58)} ${at(-12, -42)}M${at(8, -69)}Q${at(16, -58)} ${at(12, -42)}`,
  ]
  p.group({ fill: paint, stroke: paint, filter: p.blur(0.7) }, () => {
    p.ellipse([x + ((pose % 3) - 1) * k, y - 84 * k, 5.6 * k, 6.8 * k], undefined, { 'stroke-width': 0 })
    p.path(`M${at(0, -80)}L${at(0, -70)}`, 'none', { 'stroke-width': 5 * k })
    p.path(nth(poses, pose), 'none', { 'stroke-width': 4.2 * k, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
    if (pose % 2) {
      p.path(
        `M${at(-6, -86)}Q${at(-8, -96)} ${at(1, -93)}Q${at(9, -93)} ${at(7, -82)}Q${at(8, -74)} ${at(5, -72)}L${at(4, -86)}Z`,
        undefined,
        { 'stroke-width': 1 * k },
      )
      p.path(
        `M${at(-8, -70)}Q${at(0, -74)} ${at(8, -70)}Q${at(8, -58)} ${at(5, -50)}Q${at(12, -30)} ${at(19, -9)}Q${at(4, -3)} ${at(-17, -10)}Q${at(-9, -30)} ${at(-5, -50)}Q${at(-8, -58)} ${at(-8, -70)}Z`,
        undefined,
        { 'stroke-width': 2.4 * k, 'stroke-linejoin': 'round' },
      )
      p.path(`M${at(-4, -12)}L${at(-5, 0)}M${at(5, -12)}L${at(6, 0)}`, 'none', { 'stroke-width': 3.4 * k })
    } else {
      p.path(
        `M${at(-10, -70)}Q${at(0, -75)} ${at(10, -70)}Q${at(9, -54)} ${at(7, -42)}L${at(9, -20)}L${at(9, 0)}L${at(4, 0)}L${at(0, -34)}L${at(-5, 0)}L${at(-10, 0)}L${at(-8, -22)}L${at(-7, -42)}Q${at(-10, -54)} ${at(-10, -70)}Z`,
        undefined,
        { 'stroke-width': 2.6 * k, 'stroke-linejoin': 'round' },
      )
    }
  })
}
