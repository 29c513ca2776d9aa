/**
 * Every sentence that the specification quotes in its sections 2, 4, 5, 6 and 8, to the letter, straight apostrophes
 * included. Screens use these constants and no copies; `typographie()` adds the no-break spaces on display.
 * The end-to-end tests record each one that they find on a screen, and fail for those that none of them found.
 */
// Section 2, routes and screens
export const accesRefuse = 'Accès refusé'
export const retourAccueil = "Retour à l'accueil"
export const accederDashboard = 'Accéder au Dashboard'
export const commencerMaintenant = 'Commencer maintenant'
export const seConnecter = 'Se connecter'
export const monProfilLien = 'Mon profil'
export const monProfil = 'Mon Profil'
export const deconnexion = 'Déconnexion'
export const connexion = 'Connexion'
export const inscription = 'Inscription'
export const dashboardChargement = 'Impossible de charger les données du tableau de bord.'
export const evenementModifier = 'Modifier'
export const evenementDetails = 'Détails'
export const evenementGererMedias = 'Gérer Médias'
export const evenementSupprimer = 'Supprimer'
export const evenementSuppressionQuestion =
  'Êtes-vous sûr de vouloir supprimer cet événement ? Cette action est irréversible.'
export const evenementAucunFiltre = 'Aucun événement trouvé avec ces filtres'
export const evenementAucun = 'Aucun événement créé'
export const reessayer = 'Réessayer'
export const evenementCreerTitre = 'Créer un nouvel événement'
export const evenementModifierTitre = "Modifier l'événement"
export const traitement = 'Traitement...'
export const ajouterMedia = 'Ajouter un média'
// Section 4, states and transitions
export const consentementDejaActif = 'Votre consentement est déjà actif et enregistré.'
// Section 5, validation
export const loginEmailInvalide = 'Veuillez saisir une adresse email valide'
export const loginMotDePasseMin = 'Le mot de passe doit contenir au moins 6 caractères'
export const nomRequis = 'Le nom est requis'
export const nomMin = 'Le nom doit contenir au moins 2 caractères'
export const nomLettres = 'Le nom ne peut contenir que des lettres, espaces, apostrophes et tirets'
export const prenomRequis = 'Le prénom est requis'
export const prenomMin = 'Le prénom doit contenir au moins 2 caractères'
export const prenomLettres = 'Le prénom ne peut contenir que des lettres, espaces, apostrophes et tirets'
export const emailRequis = "L'adresse email est requise"
export const motDePasseClasses =
  'Le mot de passe doit contenir au moins une majuscule, une minuscule, un chiffre et un caractère spécial'
export const lienManquantEnvoi = 'Lien invalide ou manquant.'
export const motsDePasseDifferents = 'Les mots de passe ne correspondent pas.'
export const resetMotDePasseMin = 'Le mot de passe doit contenir au moins 6 caractères.'
export const evenementTitreRequis = 'Le titre est obligatoire'
export const evenementDescriptionRequise = 'La description est obligatoire'
export const evenementDateDebutRequise = 'La date de début est obligatoire'
export const evenementDateFinRequise = 'La date de fin est obligatoire'
export const evenementDatesOrdre = 'La date de fin doit être postérieure à la date de début'
export const evenementDatesAnterieure = 'La date de fin ne peut pas être antérieure à la date de début'
export const evenementLieuRequis = 'Le lieu est obligatoire'
export const evenementCapaciteMin = "La capacité maximale doit être d'au moins 1"
export const evenementSauvegardeErreur = 'Une erreur est survenue lors de la sauvegarde'
export const quotaTitre = "Quota d'événements actifs ({n}) atteint."
export const quotaAvertissement = "Quota d'événements atteint"
export const quotaTexte =
  'Vous avez atteint la limite de {n} événements actifs pour votre plan. Passez à un plan supérieur pour en créer plus.'
export const evenementIdManquant = "ID d'événement manquant dans l'URL."
export const evenementIdInvalide = "ID d'événement invalide."
export const evenementCorrompu = 'Erreur de données événement : données manquantes ou corrompues.'
export const mediaFichierRequis = 'Veuillez sélectionner un fichier à déposer.'
export const mediaTropVolumineux = 'Le fichier est trop volumineux. La taille maximale est de 100 Mo.'
export const mediaSuppressionQuestion = 'Êtes-vous sûr de vouloir supprimer ce média ? Cette action est irréversible.'
export const invitationChampsRequis = 'Veuillez renseigner un e-mail et un événement.'
export const profilChampsRequis = 'Veuillez remplir tous les champs obligatoires (Prénom, Nom, Email)'
// Section 6, roles and permissions
export const depotReserve = 'Pour déposer des médias, vous devez être inscrit(e) et validé(e) à cet événement.'
export const depotAnonyme = 'Connectez-vous pour voir les options de participation et déposer des médias.'
// Section 8, errors and successes
export const loginErreurInconnue = 'Erreur de connexion inconnue.'
export const oubliErreur = "Une erreur s'est produite. Veuillez réessayer."
export const oubliSucces = 'Si un compte est associé à cette adresse, un lien a été envoyé.'
export const resetErreur = 'Le lien de réinitialisation est invalide ou a expiré.'
export const resetLienInvalide = 'Lien de réinitialisation invalide.'
export const uploadRequeteInvalide = 'La requête est invalide : ...'
export const uploadNonAutorise = "Vous n'êtes pas autorisé à déposer un média pour cet événement."
export const uploadTropVolumineux = 'Le fichier est trop volumineux.'
export const uploadErreurServeur = 'Une erreur interne du serveur est survenue. Veuillez réessayer plus tard.'
export const uploadErreurInattendue = 'Une erreur inattendue est survenue lors du dépôt du média.'
export const invitationQuota = "Quota d'invitations dépassé pour votre abonnement."
export const invitationUtilisateurNonTrouve = 'Utilisateur non trouvé'
export const invitationInconnu = "L'utilisateur avec cet email n'existe pas."
export const invitationErreur = "Impossible d'envoyer l'invitation."
export const invitationReponse = 'Votre réponse ({status}) a été enregistrée.'
export const organisateurNonTrouve = 'non trouvé'
export const organisateurNonAutorise = "Vous n'êtes pas autorisé à ..."
export const organisateurImpossible = 'Impossible de ...'
export const profilChargement = 'Erreur lors du chargement des données'
export const profilErreur = 'Erreur lors de la mise à jour du profil'
export const mediaSuppressionErreur =
  "Impossible de supprimer le média. Il n'a peut-être pas encore été validé ou vous n'êtes pas l'auteur."
export const galerieErreur = 'Impossible de charger la galerie des médias.'
export const erreurSurvenue = 'Une erreur est survenue.'
export const mediaSupprime = 'Média supprimé'
export const evenementDetailsErreur = "Impossible de charger les détails de l'événement."
export const evenementsErreur = 'Impossible de charger les événements'
export const erreurChargement = 'Erreur de chargement'
export const evenementRecuperationErreur = "Impossible de récupérer les détails de l'événement"
export const evenementModificationIdManquant = 'Impossible de modifier cet événement : ID manquant'
export const evenementSuppressionErreur = "Impossible de supprimer l'événement."
export const erreurSuppression = 'Erreur de suppression'
export const evenementStatutErreur = "Impossible de changer le statut de l'événement."
export const evenementCree = 'Événement créé'
export const evenementModifie = 'Événement modifié'
export const evenementSupprime = 'Événement supprimé'
export const statutMisAJour = 'Statut mis à jour'
export const inscriptionErreurValidation = 'Erreur de validation'
export const inscriptionErreurAnnulation = "Erreur d'annulation"
export const inscriptionValidee = 'Inscription validée'
export const inscriptionAnnulee = 'Inscription annulée'
export const abonnementErreur = 'Impossible de récupérer le statut de votre abonnement.'
export const checkoutUrlInvalide = "La réponse du serveur ne contient pas d'URL de checkout valide."
export const checkoutErreur = 'Impossible de créer la session de paiement. Veuillez réessayer.'
export const erreurPaiement = 'Erreur de paiement'
export const portailUrlInvalide = "La réponse du serveur ne contient pas d'URL de portail valide."
export const portailErreur = "Impossible d'accéder au portail de gestion de l'abonnement."
export const plansErreur = "Impossible de charger les plans d'abonnement."
export const limitesErreur = 'Impossible de charger les limites du plan.'
export const limitesErreurVotre = 'Impossible de charger les limites de votre plan.'
export const planChangementErreur =
  'Impossible de créer la session de paiement pour le changement de plan. Veuillez réessayer.'
export const abonnementAnnulationErreur = "Impossible d'annuler l'abonnement. Veuillez réessayer."
