import { hex as c } from './colour.ts'
import { stringLights } from './stringLights.ts'
import type { Picture } from './picture.ts'

export function chateau(p: Picture, v: number): string {
  const [top, low] = v % 2 ? [c(0.26, 0.08, 270), c(0.55, 0.12, 330)] : [c(0.4, 0.09, 255), c(0.78, 0.11, 60)]
  p.fill(
    p.linear([
      [0, top],
      [0.66, low],
    ]),
  )
  p.times(26, () =>
    p.circle([p.between(0, p.w), p.between(0, p.h * 0.34), p.between(0.8, 2) * p.u], '#fff', {
      opacity: p.between(0.3, 0.9),
    }),
  )
  const [ground, x, k] = [p.h * 0.66, p.w / 2, Math.min(p.w / 1000, p.h / 640)]
  p.group({ filter: p.blur(5) }, () =>
    p.times(22, (i, t) =>
      p.ellipse([t * p.w, ground - 10 * p.u, p.between(40, 90) * p.u, p.between(50, 130) * p.u], c(0.2, 0.04, 160)),
    ),
  )
  const stone = p.linear([
    [0, c(0.66, 0.06, 60)],
    [1, c(0.82, 0.09, 68)],
  ])
  const slate = p.linear([
    [0, c(0.34, 0.04, 260)],
    [1, c(0.26, 0.04, 270)],
  ])
  const draw = () => {
    p.rect([x - 270 * k, ground - 170 * k, 540 * k, 170 * k], stone)
    p.path(
      `M${x - 284 * k} ${ground - 168 * k}L${x - 236 * k} ${ground - 258 * k}L${x + 236 * k} ${ground - 258 * k}L${x + 284 * k} ${ground - 168 * k}Z`,
      slate,
    )
    ;[-1, 1].forEach((sign) => {
      const tx = x + sign * 282 * k
      p.rect([tx - 50 * k, ground - 218 * k, 100 * k, 218 * k], stone)
      p.path(`M${tx - 60 * k} ${ground - 216 * k}L${tx} ${ground - 366 * k}L${tx + 60 * k} ${ground - 216 * k}Z`, slate)
    })
    const glow = p.linear([
      [0, c(0.93, 0.12, 88)],
      [1, c(0.82, 0.15, 65)],
    ])
    for (let row = 0; row < 2; row++)
      p.times(8, (i) =>
        p.rect([x - 232 * k + i * 62 * k, ground - (150 - row * 76) * k, 26 * k, 48 * k], glow, { rx: 13 * k }),
      )
    ;[-1, 1].forEach((sign) =>
      [-184, -110].forEach((dy) =>
        p.rect([x + sign * 282 * k - 12 * k, ground + dy * k, 24 * k, 44 * k], glow, { rx: 12 * k }),
      ),
    )
    p.rect([x - 24 * k, ground - 74 * k, 48 * k, 74 * k], glow, { rx: 20 * k })
  }
  draw()
  p.light([x, ground - 60 * k, 460 * k], c(0.86, 0.14, 68), { opacity: 0.6 })
  p.rect(
    [0, ground, p.w, p.h - ground],
    p.linear([
      [0, c(0.4, 0.07, 70)],
      [0.2, c(0.24, 0.05, 220)],
      [1, c(0.13, 0.04, 260)],
    ]),
  )
  p.group({ transform: `translate(0 ${(ground * 2).toFixed(1)}) scale(1 -1)`, opacity: 0.4, filter: p.blur(7) }, draw)
  p.group({ style: 'mix-blend-mode:screen' }, () =>
    p.times(40, () =>
      p.ellipse(
        [
          p.between(0.1, 0.9) * p.w,
          ground + p.between(0.02, 0.95) * (p.h - ground),
          p.between(20, 80) * p.u,
          1.6 * p.u,
        ],
        c(0.85, 0.13, 70),
        { opacity: p.between(0.1, 0.4) },
      ),
    ),
  )
  stringLights(p, [-20, p.h * 0.1, p.w + 20, p.h * 0.05], { sag: p.h * 0.11, n: 12 })
  return p.finish({ vignette: 0.4 })
}
