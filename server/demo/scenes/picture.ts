import { hex } from './colour.ts'
import { nth, randomFrom } from './random.ts'

/** Offset 0-1, colour, opacity. */
export type Stop = readonly [number, string, number?]
export type Attributes = Readonly<Record<string, string | number | undefined>>
type Line = readonly [number, number, number, number]

interface Bokeh {
  readonly x?: readonly [number, number]
  readonly y?: readonly [number, number]
  readonly r?: readonly [number, number]
  readonly a?: readonly [number, number]
}

/** A drawing in progress: SVG shapes from back to front. Lengths are pixels; `u` scales strokes with the picture. */
export class Picture {
  readonly w: number
  readonly h: number
  readonly u: number
  readonly random: () => number
  readonly #defs: string[] = []
  readonly #body: string[] = []

  constructor(width: number, height: number, seed: number) {
    this.w = width
    this.h = height
    this.u = Math.sqrt(width * height) / 1000
    this.random = randomFrom(seed)
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random()
  }

  pick<T>(list: readonly T[]): T {
    return nth(list, Math.floor(this.random() * list.length))
  }

  /** Draws n times; `t` runs from 0 to 1. */
  times(n: number, draw: (i: number, t: number) => void): void {
    for (let i = 0; i < n; i += 1) draw(i, n > 1 ? i / (n - 1) : 0)
  }

  linear(stops: readonly Stop[], [x1, y1, x2, y2]: Line = [0, 0, 0, 1]): string {
    return this.#def(
      (id) =>
        `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
    )
  }

  radial(stops: readonly Stop[], [cx, cy, r]: readonly [number, number, number] = [0.5, 0.5, 0.5]): string {
    return this.#def(
      (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`,
    )
  }

  blur(px: number): string {
    const deviation = (px * this.u).toFixed(1)
    return this.#def(
      (id) =>
        `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    )
  }

  group(attributes: Attributes, draw: () => void): void {
    this.#body.push(`<g ${attributesOf(attributes)}>`)
    draw()
    this.#body.push('</g>')
  }

  fill(paint: string): void {
    this.#add('rect', { width: this.w, height: this.h, fill: paint })
  }

  /** @param box x, y, width, height */
  rect([x, y, width, height]: Line, fill: string, more: Attributes = {}): void {
    this.#add('rect', { x, y, width, height, fill, ...more })
  }

  /** @param place centre and radius */
  circle([cx, cy, r]: readonly [number, number, number], fill: string, more: Attributes = {}): void {
    this.#add('circle', { cx, cy, r, fill, ...more })
  }

  /** @param place centre and both radii */
  ellipse([cx, cy, rx, ry]: Line, fill: string | undefined, more: Attributes = {}): void {
    this.#add('ellipse', { cx, cy, rx, ry, fill, ...more })
  }

  path(d: string, fill: string | undefined, more: Attributes = {}): void {
    this.#add('path', { d, fill, ...more })
  }

  /** A glow around a point. */
  light(
    [x, y, r]: readonly [number, number, number],
    color: string,
    { opacity = 0.6, mode = 'screen' }: { opacity?: number; mode?: string } = {},
  ): void {
    const paint = this.radial([
      [0, color, opacity],
      [0.4, color, opacity * 0.4],
      [1, color, 0],
    ])
    this.circle([x, y, r], paint, { style: `mix-blend-mode:${mode}` })
  }

  /** Out-of-focus lights, with places and sizes in the given ranges. */
  bokeh(n: number, colors: readonly string[], ranges: Bokeh = {}): void {
    const { x = [0, 1], y = [0, 1], r = [14, 46], a = [0.15, 0.5] } = ranges
    this.group({ style: 'mix-blend-mode:screen', filter: this.blur(1.6) }, () =>
      this.times(n, () => {
        const color = this.pick(colors)
        const size = this.between(...r) * this.u
        const alpha = this.between(...a)
        const paint = this.radial([
          [0, color, alpha * 0.75],
          [0.86, color, alpha],
          [0.95, color, alpha * 0.5],
          [1, color, 0],
        ])
        this.circle([this.between(...x) * this.w, this.between(...y) * this.h, size], paint)
      }),
    )
  }

  /** Adds lens effects: warmth, vignette, grain. @returns the whole SVG text */
  finish({
    vignette = 0.35,
    grain = 0.16,
    warm = 0,
  }: { vignette?: number; grain?: number; warm?: number } = {}): string {
    const whole = { width: this.w, height: this.h }
    if (warm > 0) {
      this.#add('rect', { ...whole, fill: hex(0.75, 0.14, 60), opacity: warm, style: 'mix-blend-mode:soft-light' })
    }
    const corners: Stop[] = [
      [0.45, '#000', 0],
      [1, '#000', vignette],
    ]
    this.fill(this.radial(corners, [0.5, 0.48, 0.78]))
    const noise = this.#def(
      (id) =>
        `<filter id="${id}"><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="7"/><feColorMatrix type="saturate" values="0"/></filter>`,
    )
    this.#add('rect', { ...whole, filter: noise, opacity: grain, style: 'mix-blend-mode:overlay' })
    const size = `width="${this.w}" height="${this.h}" viewBox="0 0 ${this.w} ${this.h}"`
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#defs.join('')}</defs>${this.#body.join('')}</svg>`
  }

  #def(text: (id: string) => string): string {
    const id = `d${this.#defs.length}`
    this.#defs.push(text(id))
    return `url(#${id})`
  }

  #add(tag: string, attributes: Attributes): void {
    this.#body.push(`<${tag} ${attributesOf(attributes)}/>`)
  }
}

function stopsOf(stops: readonly Stop[]): string {
  return stops.map(([at, color, a = 1]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${a}"/>`).join('')
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${typeof value === 'number' ? Number(value.toFixed(2)) : value}"`)
    .join(' ')
}
