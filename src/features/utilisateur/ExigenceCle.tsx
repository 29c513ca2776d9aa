import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isProofRequired } from '#src/api/apiError.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Switch } from '#src/ui/field/Switch.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { agree } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { CodesSheet } from './ActivationSheet.tsx'
import { AssouplissementSheet } from './AssouplissementSheet.tsx'
import { useEnforceCleAcces } from './cleAcces.queries.ts'
import { NouveauxCodesSheet } from './NouveauxCodesSheet.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { secondFacteurQuery } from './secondFacteur.queries.ts'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

const title = "Demander une clé d'accès à chaque connexion"

/** Whether a login by password also requires a passkey. Where it requires a code, a passkey can replace the code. */
export function ExigenceCle({ isEnforced }: { isEnforced: boolean }) {
  const onlineOnly = useOnlineOnly()
  const secondFacteur = useQuery(secondFacteurQuery).data
  const enforce = useEnforceCleAcces()
  const [open, setOpen] = useState<'question' | 'assouplissement' | 'codes'>()
  const close = () => setOpen(undefined)
  const send = (motDePasseActuel?: string) =>
    enforce.mutate(
      { motDePasseActuel },
      {
        onError: (error) => {
          if (motDePasseActuel === undefined && !isProofRequired(error))
            showToast({ type: 'error', title: sentenceOfRefusal(error) })
        },
      },
    )
  const hasApp = secondFacteur?.depuis != null
  if (hasApp && !isEnforced)
    return <p className="meta">Après le mot de passe, une clé d'accès remplace le code de l'application.</p>
  const codes = secondFacteur?.codesRestants ?? 0
  return (
    <>
      <Switch
        label={title}
        hint="En plus du mot de passe : volé, il ne suffit plus. Dix codes de secours remplacent une clé perdue."
        checked={isEnforced}
        {...onlineOnly}
        onChange={() => setOpen(isEnforced ? 'assouplissement' : 'question')}
      />
      {isEnforced && !hasApp && (
        <>
          <p className="meta">
            Il vous reste {codes} {agree(codes, 'code de secours', 'codes de secours')}.
          </p>
          <div className="actions">
            <Button {...onlineOnly} onClick={() => setOpen('codes')}>
              Nouveaux codes de secours
            </Button>
          </div>
        </>
      )}
      {open === 'question' && (
        <ConfirmDialog
          title={title}
          question="Après votre mot de passe, la connexion demandera une clé d'accès ou un code de secours. Vos autres appareils seront déconnectés."
          confirm="Activer"
          danger={false}
          onCancel={close}
          onConfirm={() => {
            close()
            send()
          }}
        />
      )}
      {open === 'assouplissement' && <AssouplissementSheet onClose={close} />}
      {open === 'codes' && <NouveauxCodesSheet onClose={close} />}
      <ProofSheet title={title} mutation={enforce} onProof={send} />
      {enforce.data !== undefined && <CodesSheet codes={enforce.data.codesSecours} onClose={enforce.reset} />}
    </>
  )
}
