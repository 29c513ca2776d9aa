/**
 * Draws the dark modules of a QR code, one rectangle per horizontal run.
 * @param modules rows from the top, with the quiet zone; true is dark
 * @returns the `d` of an SVG path, one unit per module
 */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  const drawn: string[] = []
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const start = x
      while (row[x]) x += 1
      const run = x - start
      if (run > 0) drawn.push(`M${start} ${y}h${run}v1h-${run}z`)
    }
  }
  return drawn.join('')
}
