import { lazy, Suspense } from 'react'
import css from './QrCode.module.css'

const QrDrawing = lazy(() => import('./QrDrawing.tsx'))

interface Props {
  /** What a camera reads. */
  text: string
  /** Its accessible name, in French; without one it only repeats what stands beside it. */
  label?: string
}

/** A QR code as wide as its place, dark on white in both themes: not every camera reads the inverse. */
export function QrCode({ text, label }: Props) {
  return (
    <span className={css.qr} data-part="qr-code">
      <Suspense>
        <QrDrawing text={text} label={label} />
      </Suspense>
    </span>
  )
}
