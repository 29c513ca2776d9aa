import { useMutation } from '@tanstack/react-query'
import { boolean, type InferOutput, object } from 'valibot'
import { demandeRetraitEndpoints } from '#domain/demandeRetrait/demandeRetrait.endpoints.ts'
import { motifRetraitSchema } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { TypeMedia } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Check } from '#src/ui/field/Check.tsx'
import { TextArea } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { french } from '#src/ui/text/french.ts'

const schema = object({ motif: motifRetraitSchema, mineur: boolean() })

interface Props {
  mediaId: number
  type: TypeMedia
  onClose: () => void
}

/** Form in which a person shown on a photo or video asks the organiser to remove it. */
export function RetraitSheet({ mediaId, type, onClose }: Props) {
  const what = type === 'VIDEO' ? 'vidéo' : 'photo'
  const demande = useMutation({
    mutationFn: (body: InferOutput<typeof schema>) =>
      call(demandeRetraitEndpoints.create, { params: { id: mediaId }, body }),
    onSuccess: () =>
      showToast({ type: 'success', title: 'Demande envoyée', message: "L'organisateur va la lire et vous répondre." }),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
  })
  const form = useSchemaForm({
    schema,
    read: (values) => ({ ...values, mineur: values['mineur'] !== undefined }),
    // Not called once the sheet is closed: that of another photo may be open.
    onValid: (body) => demande.mutate(body, { onSuccess: onClose }),
  })
  return (
    <Sheet
      title="Demander le retrait"
      onClose={onClose}
      foot={
        <Button type="submit" form="retrait" look="primary" wide busy={demande.isPending}>
          Envoyer la demande
        </Button>
      }
    >
      <form {...form.props} id="retrait">
        <p>
          {french(
            `Vous êtes sur cette ${what} et ne voulez pas qu'elle reste dans l'album ? L'organisateur la masque ou la supprime. La personne qui l'a prise ne saura pas qui a demandé.`,
          )}
        </p>
        <Check name="mineur">Un mineur figure sur la {what}</Check>
        <TextArea label="Pourquoi (facultatif)" name="motif" maxLength={500} rows={3} error={form.errors['motif']} />
      </form>
    </Sheet>
  )
}
