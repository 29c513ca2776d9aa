import { hex as c, type Oklch } from './colour.ts'
import type { Picture } from './picture.ts'

export interface Looks {
  readonly skin: Oklch
  readonly hair: Oklch
  readonly top: Oklch
  readonly long?: boolean
  readonly beard?: boolean
  /** 1: lit from the right, -1: from the left. */
  readonly side: number
}

/** A person from the shoulders up: place is the neck and the scale. */
export function bust(p: Picture, [x, y, s]: readonly [number, number, number], looks: Looks): void {
  const { skin, hair, top, long = false, beard = false, side } = looks
  const at = (dx: number, dy: number) => `${(x + dx * s).toFixed(1)} ${(y + dy * s).toFixed(1)}`
  const [hL, hC, hH] = hair
  const [sL, sC, sH] = skin
  const [tL, tC, tH] = top
  const hairPaint = p.linear(
    [
      [0, c(hL + 0.16, hC, hH)],
      [0.5, c(hL, hC, hH)],
      [1, c(hL - 0.06, hC, hH)],
    ],
    side > 0 ? [1, 0, 0, 0.6] : [0, 0, 1, 0.6],
  )
  const skinPaint = p.linear(
    [
      [0, c(sL + 0.1, sC, sH)],
      [0.5, c(sL, sC, sH)],
      [1, c(sL - 0.17, sC * 1.05, sH - 8)],
    ],
    side > 0 ? [1, 0, 0, 0.3] : [0, 0, 1, 0.3],
  )
  const topPaint = p.linear(
    [
      [0, c(tL + 0.09, tC, tH)],
      [0.5, c(tL, tC, tH)],
      [1, c(tL - 0.14, tC, tH)],
    ],
    side > 0 ? [1, 0, 0, 0.5] : [0, 0, 1, 0.5],
  )
  if (long)
    p.path(
      `M${at(-33, -108)}Q${at(-50, -60)} ${at(-42, 2)}Q${at(0, 22)} ${at(42, 2)}Q${at(50, -60)} ${at(33, -108)}Z`,
      hairPaint,
    )
  p.path(`M${at(-13, -58)}L${at(-14, -18)}Q${at(0, 8)} ${at(14, -18)}L${at(13, -58)}Z`, c(sL - 0.14, sC, sH - 6))
  p.path(
    `M${at(-86, 130)}Q${at(-82, 8)} ${at(-30, -14)}Q${at(-16, -20)} ${at(-13, -24)}Q${at(0, 2)} ${at(13, -24)}Q${at(16, -20)} ${at(30, -14)}Q${at(82, 8)} ${at(86, 130)}Z`,
    topPaint,
  )
  p.ellipse([x, y - 80 * s, 31 * s, 40 * s], skinPaint)
  if (beard)
    p.path(
      `M${at(-31, -80)}Q${at(-32, -36)} ${at(0, -36)}Q${at(32, -36)} ${at(31, -80)}Q${at(24, -62)} ${at(0, -62)}Q${at(-24, -62)} ${at(-31, -80)}Z`,
      hairPaint,
    )
  p.path(
    long
      ? `M${at(-35, -62)}Q${at(-46, -126)} ${at(0, -128)}Q${at(46, -126)} ${at(35, -62)}Q${at(31, -96)} ${at(8 * side, -106)}Q${at(-26 * side, -100)} ${at(-35, -62)}Z`
      : `M${at(-34, -80)}Q${at(-42, -128)} ${at(0, -129)}Q${at(42, -128)} ${at(34, -80)}Q${at(29, -104)} ${at(4 * side, -106)}Q${at(-28, -104)} ${at(-34, -80)}Z`,
    hairPaint,
  )
  p.path(`M${at(-17, -74)}q${6 * s} ${5 * s} ${12 * s} 0M${at(6, -74)}q${6 * s} ${5 * s} ${12 * s} 0`, 'none', {
    stroke: c(0.22, 0.03, 40),
    'stroke-width': 2.2 * s,
    'stroke-linecap': 'round',
    opacity: 0.75,
  })
  p.path(`M${at(-12, -58)}q${12 * s} ${12 * s} ${24 * s} 0q${-12 * s} ${5 * s} ${-24 * s} 0Z`, c(0.93, 0.02, 60), {
    stroke: c(0.5, 0.13, 22),
    'stroke-width': 1.8 * s,
  })
  p.circle([x - 20 * s, y - 64 * s, 7 * s], c(0.68, 0.14, 28), { opacity: 0.26, filter: p.blur(5) })
  p.circle([x + 20 * s, y - 64 * s, 7 * s], c(0.68, 0.14, 28), { opacity: 0.26, filter: p.blur(5) })
}
