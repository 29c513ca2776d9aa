import { Copy, Download, Printer, Share, Wifi } from 'lucide-react'
import { useState } from 'react'
import type { Lien } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { downloadFile } from '#src/pwa/queue/saveToPhone.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { Affiche, type Cartes, type ReseauWifi } from './Affiche.tsx'
import { canShareLien, copyLien, shareLien } from './lienPartage.ts'
import css from './LienPapier.module.css'

interface Props {
  lien: Lien
  evenement: { readonly id: number; readonly titre: string }
}

/** Prints, copies, shares and saves the QR code of a link; asks what goes on the paper. */
export function LienPapier({ lien, evenement: { id, titre } }: Props) {
  const [cartes, setCartes] = useState<Cartes>(4)
  const [wifi, setWifi] = useState<ReseauWifi>({ ssid: '', motDePasse: '' })
  return (
    <div className={css.paper}>
      <fieldset className={css.choice}>
        <legend>Sur papier</legend>
        <div className={css.sheets}>
          {sheets.map(({ value, label, hint }) => (
            <label key={value} className={css.sheet}>
              <input
                type="radio"
                name="cartes"
                value={value}
                checked={cartes === value}
                onChange={() => setCartes(value)}
              />
              <span className={css.drawn} data-cartes={value} aria-hidden="true">
                {Array.from({ length: value }, (_, index) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <i key={index} />
                ))}
              </span>
              <b>{label}</b>
              <span className="small">{hint}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <details className={css.wifi}>
        <summary>
          <Wifi />
          Écrire le Wi-Fi du lieu dessous <span className="muted">facultatif</span>
        </summary>
        <div className={css.pair}>
          <Field
            label="Réseau"
            autoComplete="off"
            maxLength={32}
            value={wifi.ssid}
            onChange={({ target }) => setWifi({ ...wifi, ssid: target.value })}
          />
          <Field
            label="Mot de passe"
            autoComplete="off"
            maxLength={63}
            value={wifi.motDePasse}
            onChange={({ target }) => setWifi({ ...wifi, motDePasse: target.value })}
          />
        </div>
      </details>
      <div className={css.acts}>
        <Button look="primary" onClick={() => window.print()}>
          <Printer />
          Imprimer
        </Button>
        <Button onClick={() => void copyLien(lien.url)}>
          <Copy />
          Copier le lien
        </Button>
        {canShareLien() && (
          <Button onClick={() => void shareLien({ titre, url: lien.url })}>
            <Share />
            Partager
          </Button>
        )}
        <div className={css.files}>
          {(['png', 'svg'] as const).map((kind) => (
            <Button
              key={kind}
              aria-label={`Enregistrer le QR code en ${kind.toUpperCase()}`}
              onClick={() => void save(lien.url, kind, `eclats-qr-${id}`)}
            >
              <Download />
              {kind.toUpperCase()}
            </Button>
          ))}
        </div>
      </div>
      <Affiche lien={lien} titre={titre} cartes={cartes} wifi={wifi} />
    </div>
  )
}

const sheets = [
  { value: 1, label: 'Affiche', hint: 'A4' },
  { value: 4, label: '4 cartes', hint: 'A4 à découper' },
  { value: 8, label: '8 cartes', hint: 'A4 à découper' },
] as const

async function save(url: string, kind: 'png' | 'svg', name: string): Promise<void> {
  try {
    const { qrFile } = await import('#src/ui/qrCode/qrFile.ts')
    downloadFile(await qrFile(url, kind, name))
  } catch {
    showToast({ type: 'error', title: phrases.erreurSurvenue })
  }
}
