/** The refusals that a status alone may stand for: all that a browser has to know when an answer says nothing itself. */
export const generalErrors = {
  bad_request: [400, 'The request could not be understood.'],
  sign_in_required: [401, 'Please sign in first.'],
  not_allowed: [403, 'This account may not do that.'],
  not_found: [404, 'There is nothing at this address.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  unavailable: [503, 'The shop is busy. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side.'],
} as const;
