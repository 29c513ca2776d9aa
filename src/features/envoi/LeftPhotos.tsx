import { Link, useLocation } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { pendingCount } from '#upload-queue/queueView.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ofName } from '#domain/texte/ofName.ts'
import { count } from '#src/ui/text/quantities.ts'
import { LeftGuestSheet } from './LeftGuestSheet.tsx'
import { forgetNames, leftGuest, nameOf, singleName } from './leftNames.ts'

/** Shown on every signed-out page, if photos wait on this device: a login sends them. @param left how many */
export default function LeftPhotos({ left: waiting }: { left: number }) {
  const { items, ownerId } = useUploadQueue()
  const guest = leftGuest()
  useGuestQueue(guest?.id, ownerId)
  useEffect(() => {
    if (waiting === 0) forgetNames()
  }, [waiting])
  if (waiting === 0) return null
  if (guest === null) return <OfAccount waiting={waiting} />
  // The queue of the guest opens.
  if (ownerId === null) return null
  // This page has the queue of another person open: which of the waiting photos are the guest's is unknown.
  if (ownerId !== guest.id) return <OfOthers waiting={waiting} />
  const ofGuest = pendingCount(items)
  return ofGuest > 0 ? <OfGuest {...guest} waiting={ofGuest} /> : <OfAccount waiting={waiting} />
}

/**
 * Opens the queue of a guest who is signed out, so that they can save or delete their photos: no login could show them.
 * @param shown owner of the items that the page shows: the queue is opened once no other is
 */
function useGuestQueue(id: number | undefined, shown: OwnerId | null): void {
  useEffect(() => {
    if (id !== undefined && shown === null) uploadQueue.openLeft(id).catch(() => undefined)
  }, [id, shown])
}

function OfOthers({ waiting }: { waiting: number }) {
  return (
    <Banner bar tone="amber" announce="status" icon={<ImageUp className="icon--small" />}>
      {`${count(waiting, 'autre photo attend', 'autres photos attendent')} sur ce téléphone.`}
    </Banner>
  )
}

function OfGuest({ id, isEnded, waiting }: { id: number; isEnded: boolean; waiting: number }) {
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(id)
  const photos = `${count(waiting, 'photo', 'photos')}${name === null ? ' sur ce téléphone' : ` ${ofName(name)}`}`
  const verb = waiting === 1 ? 'attend' : 'attendent'
  return (
    <>
      <Banner
        bar
        tone="amber"
        announce="status"
        icon={<ImageUp className="icon--small" />}
        action={
          <Button look="quiet" onClick={() => setOpen(true)}>
            Voir
          </Button>
        }
      >
        {isEnded
          ? `L'organisateur a mis fin à votre participation : ${photos} ${waiting === 1 ? 'ne partira pas' : 'ne partiront pas'}.`
          : `${photos} ${verb} : entrez de nouveau par le lien de l'événement.`}
      </Banner>
      {isOpen && <LeftGuestSheet guestId={id} isEnded={isEnded} onClose={() => setOpen(false)} />}
    </>
  )
}

function OfAccount({ waiting }: { waiting: number }) {
  const { pathname, href } = useLocation()
  const name = singleName()
  const whose = name === null ? ' sur ce téléphone' : ` ${ofName(name)}`
  return (
    <Banner
      bar
      tone="amber"
      announce="status"
      icon={<ImageUp className="icon--small" />}
      action={
        pathname !== '/login' && (
          <Link to="/login" search={{ redirect: pathname === '/' ? '/participant/envois' : href }}>
            Se connecter
          </Link>
        )
      }
    >
      {`${count(waiting, 'photo', 'photos')}${whose} ${waiting === 1 ? 'attend' : 'attendent'} : reconnectez-vous.`}
    </Banner>
  )
}
