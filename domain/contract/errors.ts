import { phrases } from '#domain/texte/phrases.ts'
import { nomRequisPourCle } from '#domain/utilisateur/cleAcces.ts'
import { motDePasseActuelRequis } from '#domain/utilisateur/motDePasse.ts'

/**
 * Every refusal of the API: code -> French sentence, ready to show -> HTTP status.
 * Sentences between straight quotes in section 8 of the specification are literal; `{…}` is filled in.
 */
export const errors = {
  'requete.invalide': { status: 400, message: 'La requête est invalide : {raison}' },
  'requete.trop_de_tentatives': { status: 429, message: 'Trop de tentatives. Réessayez dans {minutes} min.' },
  'requete.trop_volumineuse': { status: 413, message: 'La requête est invalide : elle est trop volumineuse.' },
  'requete.type': { status: 415, message: "La requête est invalide : ce type de contenu n'est pas accepté." },
  'requete.introuvable': { status: 404, message: "Cette adresse n'existe pas." },
  'serveur.erreur': {
    status: 500,
    message: 'Une erreur interne du serveur est survenue. Veuillez réessayer plus tard.',
  },
  'serveur.indisponible': { status: 503, message: 'Le service est momentanément indisponible.' },

  'session.requise': { status: 401, message: 'Connectez-vous pour continuer.' },
  'session.expiree': { status: 401, message: 'Votre session a expiré. Reconnectez-vous.' },
  'session.fusionnee': {
    status: 401,
    message: 'Vos photos sont maintenant dans votre compte : connectez-vous pour continuer.',
  },
  'session.participation_terminee': {
    status: 401,
    message: "L'organisateur a mis fin à votre participation à cet événement.",
  },
  'session.identifiants': { status: 401, message: 'E-mail ou mot de passe incorrect.' },
  'session.reprise_refusee': {
    status: 401,
    message:
      "Ce code n'est plus valable : il sert une fois, pendant 10 minutes. Demandez-en un autre sur votre premier appareil.",
  },
  'session.compte_desactive': { status: 403, message: 'Ce compte est désactivé.' },
  'session.compte_archive': {
    status: 403,
    message:
      'Votre compte est archivé, faute de connexion depuis un an. Rouvrez-le par le lien que nous vous avons envoyé par e-mail.',
  },
  'session.code_requis': { status: 401, message: "Saisissez le code de votre application d'authentification." },
  'session.code_incorrect': { status: 401, message: 'Ce code est incorrect ou a déjà servi.' },
  'session.cle_requise': { status: 401, message: "Utilisez votre clé d'accès, ou saisissez un code." },
  'session.cle_refusee': {
    status: 401,
    message: "Cette clé d'accès n'a pas été acceptée. Recommencez, ou connectez-vous autrement.",
  },
  'session.cle_copiee': {
    status: 401,
    message:
      "Cette clé d'accès a été refusée : elle semble avoir été copiée. Connectez-vous autrement, puis supprimez-la de votre profil.",
  },
  'acces.refuse': { status: 403, message: 'Accès refusé' },

  'utilisateur.email_pris': { status: 409, message: 'Un compte existe déjà avec cette adresse.' },
  'utilisateur.email_a_confirmer': {
    status: 403,
    message:
      "Confirmez d'abord votre adresse e-mail avec le lien que nous vous avons envoyé. Votre profil permet de le renvoyer.",
  },
  'utilisateur.lien_invalide': {
    status: 400,
    message: "Ce lien de confirmation n'est plus valable. Demandez-en un nouveau depuis votre profil.",
  },
  'utilisateur.fusion_invalide': {
    status: 400,
    message:
      "Ce lien n'est plus valable : il sert une fois, pendant 7 jours. Demandez-en un autre depuis l'appareil qui a les photos.",
  },
  'utilisateur.introuvable': { status: 404, message: 'Utilisateur non trouvé' },
  'utilisateur.reinitialisation_invalide': {
    status: 400,
    message: 'Le lien de réinitialisation est invalide ou a expiré.',
  },
  'utilisateur.restauration_invalide': {
    status: 400,
    message: "Ce lien n'est plus valable. Connectez-vous pour en recevoir un autre.",
  },
  'utilisateur.mot_de_passe_courant': {
    status: 400,
    message: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
  },
  'utilisateur.mot_de_passe_divulgue': {
    status: 400,
    message: "Ce mot de passe figure dans des données qui ont fui d'un autre site. Choisissez-en un autre.",
  },
  'utilisateur.mot_de_passe_requis': {
    status: 403,
    message: motDePasseActuelRequis,
  },
  'utilisateur.mot_de_passe_incorrect': { status: 403, message: 'Le mot de passe actuel est incorrect.' },
  'utilisateur.soi_meme': {
    status: 409,
    message: 'Vous ne pouvez pas supprimer votre propre compte ni changer votre propre rôle ici.',
  },
  'utilisateur.dernier_administrateur': {
    status: 409,
    message: "C'est le dernier administrateur actif : nommez-en un autre d'abord.",
  },
  'utilisateur.adresse_non_confirmee': {
    status: 409,
    message: "L'adresse e-mail de ce compte n'est pas confirmée : il ne peut pas devenir administrateur.",
  },
  'utilisateur.evenements_actifs': {
    status: 409,
    message: "Cet organisateur a des événements planifiés ou en cours : terminez-les ou supprimez-les d'abord.",
  },

  'utilisateur.invite': {
    status: 409,
    message: 'Cette personne participe sans compte : ni son adresse e-mail ni son rôle ne peuvent changer.',
  },

  'invite.refuse': {
    status: 403,
    message: 'Créez un compte pour faire cela : vous participez avec un prénom seulement.',
  },

  'secondFacteur.actif': { status: 409, message: 'La connexion en deux étapes est déjà active.' },
  'secondFacteur.inactif': { status: 409, message: "La connexion en deux étapes n'est pas active." },
  'secondFacteur.code_incorrect': { status: 400, message: 'Ce code est incorrect ou a déjà servi.' },

  'cleAcces.indisponible': { status: 409, message: nomRequisPourCle },
  'cleAcces.trop_nombreuses': {
    status: 409,
    message: "Vous avez déjà 10 clés d'accès. Supprimez-en une avant d'en ajouter une autre.",
  },
  'cleAcces.refusee': { status: 400, message: "Cette clé d'accès n'a pas pu être vérifiée. Recommencez." },
  'cleAcces.copiee': {
    status: 400,
    message: "Cette clé d'accès a été refusée : elle semble avoir été copiée. Supprimez-la de votre profil.",
  },
  'cleAcces.existante': { status: 409, message: "Cette clé d'accès est déjà enregistrée." },
  'cleAcces.introuvable': { status: 404, message: "Cette clé d'accès est déjà supprimée." },
  'cleAcces.absente': { status: 409, message: "Ajoutez d'abord une clé d'accès." },
  'cleAcces.derniere': {
    status: 409,
    message: "C'est votre dernière clé d'accès, et la connexion en demande une : désactivez d'abord cette demande.",
  },

  'appareil.introuvable': { status: 404, message: 'Cet appareil est déjà déconnecté.' },

  'donnees.introuvable': { status: 404, message: "Ce lien n'est plus valable : il sert une fois, pendant 24 heures." },

  'evenement.introuvable': { status: 404, message: 'Événement non trouvé' },
  'evenement.acces_refuse': { status: 403, message: "Vous n'êtes pas autorisé à consulter cet événement." },
  'evenement.quota_atteint': { status: 400, message: "Quota d'événements actifs ({n}) atteint." },
  'evenement.version': { status: 409, message: 'Cet événement a été modifié entre-temps, {quand} {auteur}.' },
  'evenement.capacite': {
    status: 409,
    message:
      'La capacité maximale ne peut pas être inférieure à {n}, le nombre de places déjà prises (inscriptions validées : {valides}, invitations sans réponse : {invitations})',
  },
  'evenement.dates': { status: 400, message: 'La date de fin doit être postérieure à la date de début' },

  'abonnement.ferme': { status: 409, message: "Ce service ne vend pas d'abonnement." },
  'abonnement.absent': { status: 404, message: "Vous n'avez pas d'abonnement." },
  'abonnement.deja_actif': { status: 409, message: 'Vous avez déjà un abonnement : changez de plan.' },
  'abonnement.plan_actuel': { status: 409, message: 'Votre abonnement a déjà ce plan.' },
  'abonnement.adresse': {
    status: 400,
    message: "La requête est invalide : l'adresse de retour n'est pas une page d'abonnement de ce site.",
  },
  'abonnement.signature': { status: 400, message: "La requête est invalide : la signature n'est pas la bonne." },
  'abonnement.plans': { status: 502, message: phrases.plansErreur },
  'abonnement.checkout': { status: 502, message: phrases.checkoutErreur },
  'abonnement.checkout_adresse': { status: 502, message: phrases.checkoutUrlInvalide },
  'abonnement.portail_adresse': { status: 502, message: phrases.portailUrlInvalide },
  'abonnement.portail': { status: 502, message: phrases.portailErreur },
  'abonnement.changement': { status: 502, message: phrases.planChangementErreur },
  'abonnement.annulation': { status: 502, message: phrases.abonnementAnnulationErreur },

  'inscription.introuvable': { status: 404, message: 'Inscription non trouvée' },
  'inscription.existante': { status: 409, message: 'Vous êtes déjà inscrit(e) à cet événement.' },
  'inscription.fermee': { status: 409, message: 'Les inscriptions de cet événement ne sont pas ouvertes.' },
  'inscription.annulee': {
    status: 409,
    message: "Votre inscription a été annulée par l'organisateur ; seule une nouvelle invitation peut la rouvrir.",
  },
  'inscription.complet': { status: 409, message: "L'événement est complet." },
  'inscription.compte': { status: 409, message: 'Cette personne a un compte : elle seule peut changer son nom.' },
  'inscription.transition': { status: 409, message: "Ce changement de statut d'inscription n'est pas possible." },

  'invitation.introuvable': { status: 404, message: 'Invitation non trouvée' },
  'invitation.utilisateur_inconnu': { status: 404, message: 'Utilisateur non trouvé' },
  'invitation.role': { status: 400, message: 'Seul un compte participant peut être invité.' },
  'invitation.quota': { status: 400, message: "Quota d'invitations dépassé pour votre abonnement." },
  'invitation.deja_envoyee': { status: 409, message: 'Cette personne est déjà invitée ou inscrite.' },
  'invitation.deja_repondue': { status: 409, message: 'Vous avez déjà répondu à cette invitation.' },
  'invitation.compte_existant': {
    status: 409,
    message: 'Cette personne a déjà un compte : invitez-la avec son adresse e-mail.',
  },
  'invitation.evenement_annule': { status: 409, message: 'Cet événement est annulé.' },

  'lien.introuvable': { status: 404, message: "Ce lien n'existe pas ou n'est plus valable." },
  'lien.evenement_annule': { status: 409, message: 'Cet événement est annulé.' },
  'lien.compte_requis': { status: 403, message: 'Ce lien demande un compte : connectez-vous ou créez-en un.' },
  'lien.entree_terminee': {
    status: 409,
    message: "Cette participation n'est plus ouverte sur ce téléphone. Recommencez depuis le lien.",
  },
  'lien.trop_d_invites': {
    status: 429,
    message: 'Trop de personnes entrent en ce moment. Réessayez dans {minutes} min.',
  },
  'lien.trop_nombreux': {
    status: 409,
    message: "Cet événement a déjà 20 liens. Révoquez-en un avant d'en créer un autre.",
  },

  'consentement.absent': { status: 404, message: 'Aucun consentement actif.' },
  'consentement.introuvable': { status: 404, message: 'Consentement non trouvé' },
  'consentement.version': { status: 409, message: 'Le texte du consentement a changé. Relisez-le avant de répondre.' },
  'consentement.transition': { status: 409, message: 'Seul un consentement actif peut être révoqué.' },

  'media.introuvable': { status: 404, message: 'Média non trouvé' },
  'media.acces_refuse': { status: 403, message: "Vous n'êtes pas autorisé à voir les médias de cet événement." },
  'media.suppression_refusee': {
    status: 403,
    message: "Impossible de supprimer le média. Il n'a peut-être pas encore été validé ou vous n'êtes pas l'auteur.",
  },
  'media.version': { status: 409, message: 'Ce média a déjà été {statut} {quand} {auteur}.' },
  'media.transition': { status: 409, message: 'Un média supprimé ne change plus de statut.' },
  'media.renvoye': {
    status: 409,
    message: "Cette photo a été envoyée de nouveau depuis : elle est déjà dans l'événement.",
  },
  'media.autorisation_expiree': {
    status: 403,
    message: "L'autorisation de décider hors connexion a expiré. Reconnectez-vous.",
  },
  'media.variante_absente': { status: 404, message: "Cet aperçu n'est pas disponible." },

  'album.introuvable': {
    status: 404,
    message: "Ce lien de téléchargement n'est plus valable. Demandez-en un autre depuis l'événement.",
  },
  'album.vide': { status: 409, message: "Il n'y a rien à télécharger ici." },
  'album.change': {
    status: 410,
    message: "L'album a changé depuis le début du téléchargement. Recommencez-le depuis l'événement.",
  },
  'album.occupe': {
    status: 429,
    message: "Trop de téléchargements en même temps. Attendez la fin de l'un d'eux.",
  },

  'demande.introuvable': { status: 404, message: 'Demande de retrait non trouvée' },
  'demande.deja_decidee': { status: 409, message: 'Cette demande de retrait a déjà reçu sa réponse.' },
  'demande.propre_media': { status: 409, message: 'Ce média est le vôtre : vous pouvez le supprimer vous-même.' },

  'notification.introuvable': { status: 404, message: 'Notification non trouvée' },

  'push.service_inconnu': {
    status: 400,
    message: "Le service de notification de ce navigateur n'est pas pris en charge.",
  },

  'upload.autorisation_expiree': { status: 403, message: "L'autorisation d'envoi a expiré. Reconnectez-vous." },
  'upload.evenement_ferme': {
    status: 403,
    message: "L'événement n'accepte pas de médias pour le moment : l'envoi reprendra à son ouverture.",
  },
  'upload.inscription_requise': {
    status: 403,
    message: "Vous n'êtes pas autorisé à déposer un média pour cet événement.",
  },
  'upload.consentement_requis': { status: 403, message: 'Votre consentement est nécessaire pour envoyer ce média.' },
  'upload.trop_volumineux': { status: 413, message: 'Le fichier est trop volumineux.' },
  'upload.vide': { status: 422, message: 'La requête est invalide : le fichier est vide.' },
  'upload.type_refuse': {
    status: 415,
    message: "La requête est invalide : ce fichier n'est ni une photo ni une vidéo reconnue.",
  },
  'upload.dimensions': {
    status: 422,
    message: "La requête est invalide : les dimensions de l'image dépassent la limite.",
  },
  'upload.empreinte': {
    status: 422,
    message: "La requête est invalide : le fichier reçu n'est pas identique au fichier envoyé.",
  },
  'upload.fichier_requis': { status: 400, message: 'La requête est invalide : aucun fichier reçu.' },
  'upload.introuvable': { status: 404, message: 'Envoi non trouvé' },
  'upload.version_tus': { status: 412, message: 'La requête est invalide : cette version du protocole est inconnue.' },
  'upload.entetes': { status: 400, message: "La requête est invalide : les en-têtes de l'envoi sont incomplets." },
  'upload.decalage': { status: 409, message: "La position de l'envoi ne correspond pas." },
  'upload.incomplet': { status: 400, message: 'La requête est invalide : le fichier est arrivé incomplet.' },
  'upload.rythme': { status: 429, message: "Trop d'envois en peu de temps. L'envoi reprendra de lui-même." },
  'upload.disque_plein': {
    status: 507,
    message: "L'espace de stockage du service est plein. Votre média reste sur ce téléphone.",
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The sentence of a code with its `{…}` filled in. */
export function sentenceOf(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return errors[code].message.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
