import { CircleAlert, Download, Images } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, isProofRequired } from '#src/api/apiError.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { Arriving } from './Arriving.tsx'
import { type FormatExport, useExport } from './donnees.mutations.ts'
import { MotDePasseSheet } from './MotDePasseSheet.tsx'
import { SuppressionDialog } from './SuppressionDialog.tsx'
import css from './Donnees.module.css'

interface Props {
  role: Role
  /** A guest has no address, and gets no warnings by mail. */
  invite: boolean
  hasConfirmedEmail: boolean
  /** What waits on this device and would be lost with the account, in words; absent when there is nothing. */
  envois: ReactNode
}

const formats: readonly { format: FormatExport; label: string; icon: ReactNode }[] = [
  { format: 'json', label: 'Exporter mes données', icon: <Download /> },
  { format: 'zip', label: 'Avec mes originaux (ZIP)', icon: <Images /> },
]

/** Gestion des données: export or delete the account's data. */
export function DonneesSection({ role, invite, hasConfirmedEmail, envois }: Props) {
  const [asked, setAsked] = useState(false)
  const online = useOnline()
  const take = useExport()
  const once = useOnce()
  const [unproven, setUnproven] = useState<FormatExport | null>(null)
  const offline = online ? undefined : 'Vous êtes hors ligne'
  return (
    <section className="stack" aria-labelledby="donnees">
      <h2 id="donnees">Gestion des données</h2>
      <p className="meta">
        {french(
          "Tout ce que nous gardons de vous, dans un fichier JSON ; ou dans un ZIP, avec vos photos et vos vidéos d'origine. Trois fois par jour.",
        )}
      </p>
      <div className="actions">
        {formats.map(({ format, label, icon }) => (
          <Button
            key={format}
            busy={take.isPending && take.variables.format === format}
            disabled={!online || (take.isPending && take.variables.format !== format)}
            title={offline}
            onClick={() =>
              once(() =>
                take.mutateAsync({ format }, { onError: (error) => isProofRequired(error) && setUnproven(format) }),
              )
            }
          >
            {icon}
            {label}
          </Button>
        ))}
      </div>
      {take.received !== null && <Arriving received={take.received} />}
      <Status>{take.isSuccess && <p className="meta">Vos données sont dans vos téléchargements.</p>}</Status>
      <div role="alert">
        {take.error !== null && !isProofRequired(take.error) && (
          <Banner tone="red" icon={<CircleAlert />}>
            {french(causeOr(take.error, phrases.erreurSurvenue))}
          </Banner>
        )}
      </div>
      <p className="meta">
        Un compte est archivé après 365 jours d'inactivité.{' '}
        {invite ? 'Sans adresse, vous ne pouvez pas être prévenu(e) avant.' : 'Vous êtes prévenu(e) deux fois avant.'}
      </p>
      <Button
        look="quiet"
        danger
        className={css.delete}
        disabled={!online}
        title={offline}
        onClick={() => setAsked(true)}
      >
        Supprimer mon compte
      </Button>
      {!online && <p className="meta">Pour exporter ou supprimer, reconnectez-vous au réseau.</p>}
      {unproven !== null && (
        <MotDePasseSheet
          onProof={(motDePasseActuel) => take.mutateAsync({ format: unproven, motDePasseActuel })}
          onClose={() => setUnproven(null)}
        />
      )}
      {asked && <SuppressionDialog {...{ role, invite, hasConfirmedEmail, envois }} onClose={() => setAsked(false)} />}
    </section>
  )
}
