import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { qrPath } from './qrPath.ts'

/** Light modules around the code that a scanner needs (ISO/IEC 18004). */
const quietZone = 4

/** The SVG and the encoder, lazy-loaded by {@link QrCode}. */
export default function QrDrawing({ text, label }: { text: string; label: string | undefined }) {
  const { size, path } = useMemo(() => {
    const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
    return { size: modules.length, path: qrPath(modules) }
  }, [text])
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" {...name}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
