import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { messageInputSchema } from '#domain/notification/notification.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field, TextArea } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'

interface Unsent {
  readonly titre: string
  readonly message: string
  readonly cle: string
}

interface Props {
  title: string
  /** Placeholder: an example of a title. */
  example: string
  /** Who reads the message, and where. */
  hint: string
  /** Label of the send button. */
  send: string
  /** The message and the key with which the form begins, and where it keeps them while they are unsent. */
  unsent: { readonly read: () => Unsent; readonly keep: (message: Unsent | null) => void }
  /** Sends the message. A retry has the same key. Returns the error sentence when it failed. */
  onSend: (message: Unsent) => Promise<string | undefined>
  onClose: () => void
}

/**
 * Form for a title and a short message. Its input stays until the message is sent, also when the form is closed: an
 * answer may be lost, and the same text has to keep its key.
 */
export function MessageSheet({ title, example, hint, send, unsent, onSend, onClose }: Props) {
  const [failure, setFailure] = useState<string>()
  const [begun] = useState(unsent.read)
  const { cle } = begun
  const form = useSchemaForm({
    schema: messageInputSchema,
    onValid: async (message) => {
      setFailure(undefined)
      const sentence = await onSend({ ...message, cle })
      setFailure(sentence)
      if (sentence !== undefined) return
      unsent.keep(null)
      // The person may have closed this sheet and opened that of another message.
      if (form.isShown()) onClose()
    },
  })
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <Button type="submit" form="message-a-envoyer" look="primary" wide busy={form.busy}>
          {send}
        </Button>
      }
    >
      <form
        id="message-a-envoyer"
        {...form.props}
        className="stack"
        onInput={(event) => {
          form.props.onInput(event)
          const { titre = '', message = '' } = form.values()
          unsent.keep({ titre, message, cle })
        }}
      >
        <div role="alert">
          {failure !== undefined && (
            <Banner tone="red" icon={<CircleAlert />}>
              {failure}
            </Banner>
          )}
        </div>
        <Field
          label="Titre"
          name="titre"
          required
          maxLength={120}
          placeholder={example}
          defaultValue={begun.titre}
          error={form.errors['titre']}
        />
        <TextArea
          label="Message"
          name="message"
          rows={4}
          required
          maxLength={1000}
          defaultValue={begun.message}
          hint={hint}
          error={form.errors['message']}
        />
      </form>
    </Sheet>
  )
}
