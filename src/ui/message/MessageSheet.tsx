import { useState } from 'react'
import { type MessageSent, messageInputSchema } from '#domain/notification/notification.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field, TextArea } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'

interface Props {
  title: string
  /** Placeholder: an example of a title. */
  example: string
  /** Who reads the message, and where. */
  hint: string
  /** Label of the send button. */
  send: string
  /** Sends the message. A retry has the same key. Returns the error sentence when it failed. */
  onSend: (message: MessageSent) => Promise<string | undefined>
  onClose: () => void
}

/** Form for a title and a short message. Stays open with its input until the message is sent. */
export function MessageSheet({ title, example, hint, send, onSend, onClose }: Props) {
  const [failure, setFailure] = useState<string>()
  const [cle] = useState(() => crypto.randomUUID())
  const form = useSchemaForm({
    schema: messageInputSchema,
    order: ['titre', 'message'],
    onValid: async (message) => {
      setFailure(undefined)
      const sentence = await onSend({ ...message, cle })
      setFailure(sentence)
      if (sentence === undefined) onClose()
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
      <form id="message-a-envoyer" {...form.props} className="stack">
        <div role="alert">{failure !== undefined && <Banner tone="red">{failure}</Banner>}</div>
        <Field label="Titre" name="titre" required maxLength={120} placeholder={example} error={form.errors['titre']} />
        <TextArea
          label="Message"
          name="message"
          rows={4}
          required
          maxLength={1000}
          hint={hint}
          error={form.errors['message']}
        />
      </form>
    </Sheet>
  )
}
