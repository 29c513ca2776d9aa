import { lazy, Suspense } from 'react'
import css from './QrCode.module.css'

const QrDrawing = lazy(() => import('./QrDrawing.tsx'))

interface Props {
  text: string
  /** Accessible name, in French; without it the code is decorative. */
  label?: string
}

/** A QR code as wide as its container, dark on white in both themes: not every scanner reads inverted codes. */
export function QrCode({ text, label }: Props) {
  return (
    <span className={css.qr} data-part="qr-code">
      <Suspense>
        <QrDrawing text={text} label={label} />
      </Suspense>
    </span>
  )
}
