import { Wifi } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Lien } from '#domain/lien/lien.ts'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { Adresse } from './Adresse.tsx'
import { fitText } from './fitText.ts'
import css from './Affiche.module.css'

/** How many cards are on a sheet. */
export type Cartes = 1 | 4 | 8

/** The venue's Wi-Fi, printed when it has a name. */
export interface ReseauWifi {
  readonly ssid: string
  readonly motDePasse: string
}

interface Props {
  lien: Lien
  titre: string
  cartes: Cartes
  wifi: ReseauWifi
}

/**
 * The printable sheet: a poster, or cards to cut out. Outside the screen, where its title can be measured, and the only
 * content when the page is printed.
 */
export function Affiche({ lien, titre, cartes, wifi }: Props) {
  const ssid = wifi.ssid.trim()
  const sheet = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const titles = sheet.current?.querySelectorAll<HTMLElement>('[data-part="affiche-titre"]') ?? []
    const size = titles[0] && fitText(titles[0])
    for (const title of titles) title.style.fontSize = `${size ?? 0}px`
  })
  return createPortal(
    <section ref={sheet} className={css.affiche} data-part="affiche" data-cartes={cartes} aria-hidden="true">
      {Array.from({ length: cartes }, (_, index) => (
        // The cards are alike.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css.carte}>
          <p className={css.title} data-part="affiche-titre">
            {titre}
          </p>
          <div className={css.code}>
            <QrCode text={lien.url} />
          </div>
          <p className={css.call}>Scannez, ajoutez vos photos</p>
          <p className={css.address}>
            ou tapez{' '}
            <b>
              <Adresse lien={lien} />
            </b>
          </p>
          {ssid !== '' && (
            <p className={css.wifi}>
              <Wifi />
              <span>
                <b>{ssid}</b> {wifi.motDePasse}
              </span>
            </p>
          )}
          <Logo className={css.logo ?? ''} />
        </div>
      ))}
    </section>,
    document.body,
  )
}
