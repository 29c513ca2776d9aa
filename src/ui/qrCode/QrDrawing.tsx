import { useMemo } from 'react'
import { qrModules } from './qrModules.ts'
import { qrPath } from './qrPath.ts'

/** The SVG and the encoder, lazy-loaded by {@link QrCode}. */
export default function QrDrawing({ text, label }: { text: string; label: string | undefined }) {
  const { size, path } = useMemo(() => {
    const modules = qrModules(text)
    return { size: modules.length, path: qrPath(modules) }
  }, [text])
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" {...name}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
