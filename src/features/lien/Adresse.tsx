import type { Lien } from '#domain/lien/lien.ts'
import { printedAddress } from './lienPartage.ts'
import css from './Lien.module.css'

/** The address that goes on paper; a short code stays on one line. */
export function Adresse({ lien }: { lien: Pick<Lien, 'adresseCourte' | 'url'> }) {
  const address = printedAddress(lien)
  if (lien.adresseCourte === null) return address
  const at = address.lastIndexOf('/') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      <span className={css.court}>{address.slice(at)}</span>
    </>
  )
}
