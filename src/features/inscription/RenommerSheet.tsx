import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import type { Inscription } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import { prenomField } from '#domain/utilisateur/identite.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'

interface Props {
  evenementId: number
  /** The registration of a guest; an account alone changes its own name. */
  inscription: Inscription
  onClose: () => void
}

const schema = v.object({ prenom: prenomField() })
const formId = 'renommer'

/** Gives a guest another first name. The server numbers it when another guest of the event has the same one. */
export function RenommerSheet({ evenementId, inscription: { id, user }, onClose }: Props) {
  const client = useQueryClient()
  const form = useSchemaForm({
    schema,
    onValid: async (body) => {
      try {
        const { user: renamed } = await call(inscriptionEndpoints.rename, { params: { id }, body })
        showToast({ type: 'success', title: 'Prénom modifié', message: renamed.prenom })
        void client.invalidateQueries({ queryKey: ['inscriptions', evenementId] })
        void client.invalidateQueries({ queryKey: ['galerie', 'organisateur', evenementId] })
        onClose()
      } catch (error) {
        form.refuse('prenom', causeOr(error, phrases.erreurSurvenue))
      }
    },
  })
  return (
    <Sheet
      title={`Renommer ${user.prenom}`}
      onClose={onClose}
      foot={
        <Button type="submit" form={formId} look="primary" wide busy={form.busy}>
          Renommer
        </Button>
      }
    >
      <form id={formId} {...form.props} className="stack">
        <Field
          label="Prénom"
          name="prenom"
          required
          // The name of somebody else: the browser must not offer the organiser's own.
          autoComplete="off"
          defaultValue={prenomSeul(user.prenom)}
          hint="Les autres invités et la galerie voient ce prénom."
          error={form.errors['prenom']}
        />
      </form>
    </Sheet>
  )
}
