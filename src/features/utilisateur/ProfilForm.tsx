import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InferOutput } from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { type Profil, profilBodySchema, profilUpdateSchema } from '#domain/utilisateur/profil.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { renamePerson } from '#src/api/session.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import type { Message } from './MessageBox.tsx'
import { NewPassword } from './NewPassword.tsx'
import { isPasswordRefusal } from './passwordRefusal.ts'
import { moiQuery } from './utilisateur.queries.ts'

interface Props {
  profil: Profil
  say: (message: Message) => void
  onClose: () => void
}

type Saved = InferOutput<typeof profilUpdateSchema>

/** Form field for each error code. */
const fieldOf: Readonly<Record<string, string>> = {
  'utilisateur.mot_de_passe_requis': 'motDePasseActuel',
  'utilisateur.mot_de_passe_incorrect': 'motDePasseActuel',
  'utilisateur.email_pris': 'email',
}

/** The profile in edit mode; asks for the current password when the server requires it (product 7). */
export function ProfilForm({ profil, say, onClose }: Props) {
  const client = useQueryClient()
  const [isProofAsked, setProofAsked] = useState(false)
  const form = useSchemaForm({
    schema: profil.invite ? profilBodySchema : profilUpdateSchema,
    onInvalid: (found) => say({ isFailure: true, sentence: Object.values(found)[0] ?? phrases.profilErreur }),
    onValid: async (body) => {
      try {
        const saved = await call(compteEndpoints.changeMe, { body })
        client.setQueryData(moiQuery.queryKey, saved)
        renamePerson(saved)
        say({ isFailure: false, sentence: outcomeOf(body, { before: profil, saved }) })
        onClose()
      } catch (error) {
        const sentence = causeOr(error, phrases.profilErreur)
        const field = isPasswordRefusal(error) ? 'newPassword' : fieldOf[codeOf(error)]
        say({ isFailure: true, sentence })
        if (field === undefined) return
        // The field must be there to get the focus.
        if (field === 'motDePasseActuel') flushSync(() => setProofAsked(true))
        form.refuse(field, sentence)
      }
    },
  })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
      <Field
        ref={first}
        label="Prénom"
        name="prenom"
        autoComplete="given-name"
        required
        defaultValue={profil.prenom}
        error={form.errors['prenom']}
      />
      <Field
        label="Nom"
        name="nom"
        autoComplete="family-name"
        required={!profil.invite}
        defaultValue={profil.nom}
        error={form.errors['nom']}
      />
      {!profil.invite && (
        <>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={profil.email}
            hint="Une nouvelle adresse prend la place de l'ancienne une fois confirmée."
            error={form.errors['email']}
          />
          <NewPassword
            label="Nouveau mot de passe"
            name="newPassword"
            hint="Laissez vide pour garder le vôtre."
            optional
            error={form.errors['newPassword']}
          />
        </>
      )}
      {isProofAsked && <CurrentPasswordField error={form.errors['motDePasseActuel']} />}
      <div className="actions">
        <Button type="submit" look="primary" busy={form.busy}>
          Enregistrer
        </Button>
        <Button look="quiet" disabled={form.busy} onClick={onClose}>
          Annuler
        </Button>
      </div>
    </form>
  )
}

/** Success message: what was saved, and what the person must know or do. */
function outcomeOf({ newPassword }: Saved, { before, saved }: { before: Profil; saved: Profil }): string {
  const isAsked = saved.emailEnAttente !== null && saved.emailEnAttente !== normalizeEmail(before.emailEnAttente ?? '')
  const isDropped = before.emailEnAttente !== null && saved.emailEnAttente === null
  const dropped = isDropped ? " Le changement d'adresse en attente est annulé." : ''
  const ended = newPassword !== undefined || isAsked ? ' Vos autres appareils sont déconnectés.' : ''
  return isAsked
    ? `Profil mis à jour. Confirmez votre nouvelle adresse.${ended}`
    : `Profil mis à jour.${ended}${dropped}`
}
