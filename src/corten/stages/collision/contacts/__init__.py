"""From what the narrow phase finds to contacts.

unsorted     contacts as they are found (`add_contact`), and many of one pair thinned to a stable few
parameters   condim, friction, solref, solimp and margins of a contact: mixed, of an explicit pair, or overridden
gather       frames; contacts in MuJoCo's order, with their parameters
"""
