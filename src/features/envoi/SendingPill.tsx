import { Link, useLocation } from '@tanstack/react-router'
import { CircleAlert, CloudUpload, Hourglass } from 'lucide-react'
import type { Sending } from './sendingWords.ts'
import css from './SendingPill.module.css'

const envois = '/participant/envois'

/** How the queue stands, on every screen but its own: a few words and a line that grows with what was received. */
export function SendingPill({ sending }: { sending: Sending }) {
  const isThere = useLocation({ select: ({ pathname }) => pathname === envois })
  if (isThere || sending.count === 0) return null
  const isHeld = !sending.sending && sending.short.endsWith('reprendre')
  const Icon = sending.sending ? CloudUpload : isHeld ? CircleAlert : Hourglass
  return (
    <Link to={envois} className={css.pill} aria-label={`${sending.short}. ${sending.label}. Voir les envois`}>
      <Icon className="icon--small" />
      <span className={css.words}>{sending.short}</span>
      {sending.sending && <span className={css.line} style={{ '--done': sending.done }} aria-hidden="true" />}
    </Link>
  )
}
