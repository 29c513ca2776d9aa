import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { sentenceOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { keepEnvois, newEnvoi, readEnvois } from './envois.ts'
import { InviteMany } from './InviteMany.tsx'
import { useInviter, useInviterInscription } from './invitation.queries.ts'
import { isAlreadyInvited, isUnknown, sentenceOfRefus } from './invitationRefus.ts'
import { oneAddress, pastedAddresses } from './pastedAddresses.ts'

/**
 * One required address at a time; several pasted addresses are invited together. They stay until they are sent or
 * discarded, also when the form is closed or the page is reloaded.
 */
export function InviteForm({ evenementId }: { evenementId: number }) {
  const [pasted, setPasted] = useState(() => readEnvois(evenementId))
  const begin = (addresses: readonly string[]) => {
    const envois = addresses.map(newEnvoi)
    keepEnvois(evenementId, envois)
    setPasted(envois)
  }
  if (pasted.length > 0) return <InviteMany evenementId={evenementId} begun={pasted} onDone={() => begin([])} />
  return <InviteOne evenementId={evenementId} onMany={begin} />
}

function InviteOne({ evenementId, onMany }: { evenementId: number; onMany: (addresses: readonly string[]) => void }) {
  const inviter = useInviter(evenementId)
  const inscrire = useInviterInscription(evenementId)
  const once = useOnce()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const lastError = inscrire.error ?? inviter.error
  const refus =
    inviter.error === null || isAlreadyInvited(lastError) ? null : sentenceOfRefus(inviter.error, inscrire.error)
  const send = () => {
    const typed = input.current?.value.trim() ?? ''
    if (pastedAddresses(typed).length > 1) {
      onMany(pastedAddresses(typed))
      return
    }
    const address = oneAddress(typed)
    const parsed = safeParse(emailSchema, address)
    const sentence = typed === '' ? phrases.invitationChampsRequis : parsed.issues?.[0].message
    setError(sentence)
    if (sentence !== undefined) {
      input.current?.focus()
      return
    }
    once(async () => {
      inscrire.reset()
      try {
        await inviter.mutateAsync(address)
      } catch (failure) {
        if (!isUnknown(failure)) throw failure
        // Product 13: the same press invites a person without an account to create one.
        await inscrire.mutateAsync(address)
      }
      // The next address may be typed already.
      if (input.current?.value.trim() === typed) input.current.value = ''
      input.current?.focus()
    })
  }
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        {...rowAction('adresse')}
        ref={input}
        label="Adresse email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        hint="Collez-en plusieurs pour les inviter ensemble."
        error={error}
        onPaste={(event) => {
          // A single-line input would join the pasted lines.
          const addresses = pastedAddresses(event.clipboardData.getData('text/plain'))
          if (addresses.length < 2) return
          event.preventDefault()
          onMany(addresses)
        }}
        onInput={() => {
          setError(undefined)
          inviter.reset()
          inscrire.reset()
        }}
      />
      <Status>
        {inviter.isSuccess && (
          <Banner tone="green" icon={<CircleCheck />}>
            Invitation envoyée à {inviter.data.email}.
          </Banner>
        )}
        {inscrire.isSuccess && (
          <Banner tone="green" icon={<CircleCheck />} title={phrases.invitationInconnu}>
            Invitation à créer un compte envoyée à {inscrire.variables}.
          </Banner>
        )}
        {isAlreadyInvited(lastError) && (
          <Banner tone="blue" icon={<Info />} title={phrases.invitationErreur}>
            {sentenceOr(lastError, phrases.invitationErreur)}
          </Banner>
        )}
      </Status>
      <div role="alert">
        {refus && !inscrire.isSuccess && !inscrire.isPending && (
          <Banner tone="red" icon={<CircleAlert />} {...(refus.detail === undefined ? {} : { title: refus.sentence })}>
            {refus.detail ?? refus.sentence}
          </Banner>
        )}
      </div>
      <Button type="submit" look="primary" wide busy={inviter.isPending || inscrire.isPending}>
        Envoyer l'invitation
      </Button>
    </form>
  )
}
