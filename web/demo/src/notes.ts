// The texts that the page begins with.

export const firstSentences: readonly string[] = [
  "How old are you?",
  "What is your age?",
  "The weather is lovely today.",
  "It is sunny outside.",
];

/** What the search looks through. */
export const notes: readonly string[] = [
  "Water the tomatoes every other evening.",
  "The dentist moved my appointment to Thursday at nine.",
  "Password for the guest network is on the fridge.",
  "Backpacks must fit under the seat on the flight to Lisbon.",
  "Grandma's bread: flour, water, salt, and a night of patience.",
  "The car makes a strange noise when braking.",
  "Return the library books before the end of the month.",
  "Maria is allergic to peanuts.",
  "The landlord will repair the heating next week.",
  "Run five kilometres three times a week.",
  "Book recommendation: a history of the stars.",
  "The quarterly report is due on Friday.",
  "The cat needs her vaccination in spring.",
  "Learn twenty new Spanish words a day.",
  "Cheap tickets for the opera on Tuesdays.",
  "The laptop's battery lasts only two hours.",
  "Plant bulbs in autumn, so that there are flowers in April.",
  "Call the bank about the strange payment.",
  "The baby sleeps better with the window open.",
  "Meeting notes: we ship the new version in March.",
];
