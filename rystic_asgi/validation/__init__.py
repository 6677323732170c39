"""Would the API accept a request; what was issued before comes in as a function, and nothing is kept here."""
