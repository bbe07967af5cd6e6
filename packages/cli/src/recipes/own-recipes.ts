/** The recipes that come with the client. */
export const OWN_RECIPES = ['delivery-platforms', 'social-week', 'menu-print'] as const
