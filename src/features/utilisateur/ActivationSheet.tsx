import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { activationSchema, type Enrolement } from '#domain/utilisateur/secondFacteur.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { buttonClass } from '#src/ui/button/buttonClass.ts'
import { Field } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { enterSheet } from '#src/ui/modal/sheetHistory.ts'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { copyText } from '#src/ui/toast/copyText.ts'
import { french } from '#src/ui/text/french.ts'
import { CodesSecours } from './CodesSecours.tsx'
import { FormAlert } from './FormAlert.tsx'
import { MotDePasseForm } from './MotDePasseForm.tsx'
import { useActivateSecondFacteur, useBeginSecondFacteur } from './secondFacteur.queries.ts'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'
import css from './SecondFacteur.module.css'

const copyOutcomes = { copied: { title: 'Clé copiée' }, failed: { title: 'Copie impossible' } }
const title = 'Activer la connexion en deux étapes'

/** Shows the secret for the authenticator app, asks for a first code, then shows the recovery codes. */
export function ActivationSheet({ onClose }: { onClose: () => void }) {
  const begin = useBeginSecondFacteur()
  const { mutate } = begin
  const [codes, setCodes] = useState<readonly string[]>()
  useEffect(() => mutate(undefined), [mutate])
  if (codes !== undefined) return <CodesSheet codes={codes} onClose={onClose} />
  if (begin.data !== undefined) return <EnrolementSheet enrolement={begin.data} onCodes={setCodes} onClose={onClose} />
  return (
    <Sheet title={title} onClose={onClose}>
      <MotDePasseForm error={begin.error} busy={begin.isPending} onProof={mutate} onRetry={() => mutate(undefined)} />
    </Sheet>
  )
}

interface EnrolementProps {
  enrolement: Enrolement
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

function EnrolementSheet({ enrolement: { secret, adresse }, onCodes, onClose }: EnrolementProps) {
  const activate = useActivateSecondFacteur()
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema: activationSchema,
    onValid: async ({ code }) => {
      setFailure(undefined)
      try {
        onCodes((await activate.mutateAsync(code)).codesSecours)
      } catch (error) {
        setFailure(sentenceOfRefusal(error))
      }
    },
  })
  return (
    <Sheet
      title={title}
      // The answer holds the recovery codes.
      onClose={form.busy ? undefined : onClose}
      foot={
        <Button type="submit" form="premier-code" look="primary" wide busy={form.busy}>
          Activer
        </Button>
      }
    >
      <form id="premier-code" {...form.props} className="stack">
        <p>{french("Scannez ce code avec une application d'authentification, ou saisissez-y la clé :")}</p>
        <div className={css.code}>
          <QrCode text={adresse} label="Code QR pour l'application d'authentification" />
        </div>
        <p className={css.secret}>
          Clé&#8239;: <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <div className="actions">
          <Button onClick={() => void copyText(secret, copyOutcomes)}>
            <Copy />
            Copier la clé
          </Button>
          {/* A phone cannot scan its own screen. */}
          <a className={classNames(buttonClass({}), css.openApp)} href={adresse}>
            Ouvrir l'application
          </a>
        </div>
        <Field
          label="Code à 6 chiffres affiché par l'application"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={form.errors['code']}
        />
        <FormAlert sentence={failure} />
      </form>
    </Sheet>
  )
}

/** Closed only by its button, because the codes are not shown again. */
export function CodesSheet({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  // The back button leaves this history entry, not the page, and the sheet stays open.
  useEffect(() => enterSheet(() => undefined), [])
  return (
    <Sheet
      title="Vos codes de secours"
      foot={
        <Button look="primary" wide onClick={onClose}>
          J'ai gardé mes codes
        </Button>
      }
    >
      <div className="stack">
        <CodesSecours codes={codes} />
      </div>
    </Sheet>
  )
}
