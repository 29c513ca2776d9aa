import { lazy, Suspense } from 'react'
import { untilLoaded } from '#src/ui/untilLoaded.ts'
import css from './QrCode.module.css'

const QrDrawing = lazy(() => untilLoaded(() => import('./QrDrawing.tsx')))

interface Props {
  text: string
  /** Accessible name, in French; without it the code is decorative. */
  label?: string
}

/**
 * A QR code as wide as its container, dark on white in both themes: not every scanner reads inverted codes. Without
 * network it may be empty at first: show the text or a code beside it.
 */
export function QrCode({ text, label }: Props) {
  return (
    <span className={css.qr} data-part="qr-code">
      <Suspense>
        <QrDrawing text={text} label={label} />
      </Suspense>
    </span>
  )
}
