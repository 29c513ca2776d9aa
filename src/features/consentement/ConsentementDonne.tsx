import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Consentement } from '#domain/consentement/consentement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import type { useRevoquer } from './consentement.queries.ts'

interface Props {
  consentement: Consentement
  revoquer: ReturnType<typeof useRevoquer>
}

export function ConsentementDonne({ consentement, revoquer }: Props) {
  const [asked, setAsked] = useState(false)
  const onlineOnly = useOnlineOnly()
  const close = () => setAsked(false)
  return (
    <>
      <p>{phrases.consentementDejaActif}</p>
      <p className="meta">
        Version {consentement.versionRGPD}, donné le {formatPlainDay(consentement.dateConsentement)}, valable jusqu'au{' '}
        {formatPlainDay(consentement.dateExpiration)}. <Link to="/politique-confidentialite">Lire la politique</Link>
      </p>
      <div className="actions">
        <Button {...onlineOnly} onClick={() => setAsked(true)}>
          Révoquer mon consentement
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          title="Révoquer mon consentement"
          question="Vous ne pourrez plus déposer de photos ni voir vos événements tant que vous ne l'aurez pas donné à nouveau. Ce qui est déjà partagé reste en place."
          confirm="Révoquer"
          busy={revoquer.isPending}
          onCancel={close}
          onConfirm={() => revoquer.mutate(consentement.id, { onSettled: close })}
        />
      )}
    </>
  )
}
