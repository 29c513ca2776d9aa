/** Lightness 0-1, chroma 0-0.4, hue in degrees. */
export type Oklch = readonly [number, number, number]

/** sRGB hex of an OKLCH colour; reduces the chroma until it is inside the sRGB gamut. */
export function hex(lightness: number, chroma: number, hue: number, alpha = 1): string {
  let fitting = chroma
  let linear = linearOf(lightness, fitting, hue)
  while (!isInGamut(linear) && fitting > 0.002) {
    fitting -= 0.004
    linear = linearOf(lightness, Math.max(0, fitting), hue)
  }
  const bytes = linear.map((value) => Math.round(255 * encode(clamp(value))))
  if (alpha < 1) bytes.push(Math.round(255 * alpha))
  return `#${bytes.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Björn Ottosson's matrices, OKLab to linear sRGB. */
function linearOf(lightness: number, chroma: number, hue: number): number[] {
  const radians = (hue * Math.PI) / 180
  const a = chroma * Math.cos(radians)
  const b = chroma * Math.sin(radians)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function isInGamut(linear: readonly number[]): boolean {
  return linear.every((value) => value > -0.0005 && value < 1.0005)
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function encode(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
}
