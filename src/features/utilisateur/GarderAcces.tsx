import { useMutation } from '@tanstack/react-query'
import { Copy, Mail, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import type { Reprise } from '#domain/utilisateur/reprise.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { formatTime } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { copyText } from '#src/ui/toast/copyText.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { EmailField } from './EmailField.tsx'
import { FormAlert } from './FormAlert.tsx'
import css from './GarderAcces.module.css'

/** For a guest: without an address, this device alone opens their photos. */
export function GarderAcces() {
  return (
    <section className="stack" aria-labelledby="garder">
      <h2 id="garder">Gardez l'accès à vos photos</h2>
      <p className="meta">{french('Vos photos tiennent à cet appareil. Un des deux chemins suffit.')}</p>
      <ByMail />
      <ContinuerAilleurs />
    </section>
  )
}

const schema = v.object({ email: emailSchema })

function ByMail() {
  const onlineOnly = useOnlineOnly()
  const [failure, setFailure] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useSchemaForm({
    schema,
    onValid: async (body) => {
      setFailure(undefined)
      try {
        await call(compteEndpoints.keepPlace, { body })
        setSentTo(body.email)
      } catch (error) {
        setFailure(causeOr(error, phrases.erreurSurvenue))
      }
    },
  })
  if (sentTo !== undefined)
    return (
      <>
        <Banner tone="green" icon={<Mail />} title={`Ouvrez le lien envoyé à ${sentTo}`} announce="status">
          {french(
            'Ouvrez-le sur cet appareil : votre adresse confirmée, vous choisissez un mot de passe quand vous voulez.',
          )}
        </Banner>
        <div className="actions">
          <Button look="quiet" onClick={() => setSentTo(undefined)}>
            Changer d'adresse
          </Button>
        </div>
      </>
    )
  return (
    <form {...form.props} className="stack" style={{ '--gap': 'var(--space-3)' }}>
      <EmailField
        autoComplete="email"
        hint="Un lien vous y attend. Pas de mot de passe à inventer."
        error={form.errors['email']}
      />
      <FormAlert sentence={failure} />
      <div className="actions">
        <Button type="submit" busy={form.busy} {...onlineOnly}>
          <Mail />
          Recevoir le lien
        </Button>
      </div>
    </form>
  )
}

/** A code for another device, or for the app on the Home Screen of an iPhone, whose storage is apart from Safari's. */
export function ContinuerAilleurs() {
  const onlineOnly = useOnlineOnly()
  const begin = useMutation({
    mutationFn: () => call(compteEndpoints.beginReprise, {}),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
  })
  return (
    <div className="stack" style={{ '--gap': 'var(--space-3)' }}>
      {begin.data && <Code reprise={begin.data} />}
      <div className="actions">
        <Button busy={begin.isPending} {...onlineOnly} onClick={() => begin.mutate()}>
          <MonitorSmartphone />
          {begin.data ? 'Nouveau code' : 'Continuer sur un autre appareil'}
        </Button>
      </div>
    </div>
  )
}

function Code({ reprise: { code, expire } }: { reprise: Reprise }) {
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`
  const address = `${location.host}/reprendre`
  return (
    <div className={css.device}>
      <div className={css.code}>
        {/* The code is in the fragment, which no server gets. */}
        <QrCode text={`${location.origin}/reprendre#${code}`} label="QR code à scanner avec l'autre appareil" />
      </div>
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        <p className="meta">
          Scannez, ou tapez ce code sur <b>{address}</b>
        </p>
        <output className={css.text} aria-label={code.split('').join(' ')}>
          {shown}
        </output>
        <p className="meta">Une seule fois, jusqu'à {formatTime(expire)}</p>
        <div className="actions">
          <Button look="quiet" onClick={() => void copy(shown)}>
            <Copy />
            Copier le code
          </Button>
        </div>
      </div>
    </div>
  )
}

function copy(code: string): Promise<void> {
  return copyText(code, { copied: { title: 'Code copié' }, failed: { title: "Le code n'a pas pu être copié." } })
}
